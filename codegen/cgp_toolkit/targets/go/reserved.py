"""Names that generated Go must not take for something of a protocol."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


INITIALISMS = _words("acl api ascii cpu css dns eof guid html http https id ip json lhs rhs rpc sql ssh tcp tls ttl")
INITIALISMS |= _words("udp ui uid uri url utf8 uuid vm xml")
"""Words that Go writes in capitals, or in small letters, but never mixed."""

PACKAGE_NAMES = _words(
    """
    AppendEncode Check CheckExchange CheckThoroughly Decode DecodeError DecodeMax Encode EncodeError Examination
    Examine Interoperate MaxDepth MaxLineBytes Message NewReader ParseVersion Ptr Protocol Reader RequireFamily
    Revision Rule Rules Severity SeverityError SeverityWarning UnknownEnvelope Version VersionError
    VersionMismatchError Violation Write
    Event Outcome OutcomeAccept OutcomeAnswer OutcomeBreach OutcomeDrop OutcomeMismatch OutcomeRefusal Row Session Table
    Closed Dropped Failed HandshakeRefusedError Notified ProtocolViolationError Recording Rejected Replied Request
    EncodeRPC RPCError RPCID RPCNumberID RPCPeer RPCReceived RPCTextID
    Requested SessionClosedError TimedOutError NewRecording
    """
)
"""What the package offers beside the names of the protocol."""

FIELDS = _words("Tag MarshalJSON UnmarshalJSON")
"""What no member of an envelope may be called: the methods that all of them have."""

METHODS = _words(
    """
    Listed ReadsAs String Error GoString Format Scan Seek ReadByte ReadFrom ReadRune UnreadByte UnreadRune WriteByte
    WriteTo Is As Unwrap MarshalJSON UnmarshalJSON MarshalText UnmarshalText MarshalXML UnmarshalXML GobEncode
    GobDecode Peek
    """
)
"""What no trait may be called in the methods of its vocabulary: those that are there, and those that Go knows."""

KEYWORDS = _words(
    """
    break case chan const continue default defer else fallthrough for func go goto if import interface map package
    range return select struct switch type var
    """
)

VARIABLES = KEYWORDS | _words(
    """
    any append bool byte cap clear close complex copy delete error false float64 imag int int64 iota len make max min
    new nil panic print println real recover rune string true uint32 uint64
    fmt slices strings regexp sync
    at c index wrong pick told measure deref total collect where containsText setOf digestOf isInstant partNumber family
    chars
    """
)
"""What no variable of a rule may be called."""
