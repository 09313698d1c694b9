"""The same messages as JSON-RPC 2.0: a request and its reply are a method, a failure is an error object.  A draft.

For one party of a session, an :class:`Encoder` and a :class:`Decoder` that share what is :class:`Pending`: a response
of JSON-RPC does not say which method it answers, and a reply without a correlation id not which request.  For
conversion of whole sessions, :class:`LinesToRpc` and :class:`RpcToLines`.  :func:`messages` and :func:`send` frame
messages in streams, :class:`HeaderBuffer` and :class:`LineBuffer` cut chunks.

What is refused in a line is refused here, for the same rules; beside them there are those of :data:`RPC_FAULTS`.
Batches are refused, params are passed by name.
"""

from __future__ import annotations

from ._framing import LineBuffer
from ._rpc_errors import RpcError, UnaskedError
from ._rpc_framing import Framing, HeaderBuffer, frame, messages, send
from ._rpc_mapping import (
    Parts,
    error_of,
    line_of,
    parts_of_error,
    parts_of_request,
    parts_of_result,
    request_of,
    result_of,
    split_line,
)
from ._rpc_objects import ErrorObject, Request, Response, parse_message
from ._rpc_pending import Pending
from ._rpc_shapes import Id, Loss, Method
from ._rpc_tables import (
    CALLS,
    CLOSING,
    DECLARES,
    FAILURE,
    FAILURE_CODE,
    MAX_HEADER_BYTES,
    MAX_MESSAGE_BYTES,
    METHODS,
    NUMBERS,
    OPENING,
    READS,
    RPC_FAULTS,
)
from ._rpc_transcoding import LinesToRpc, RpcToLines, checked_line
from ._rpc_typed import Decoder, Encoder, Received, encode, method_of

__all__ = [
    "CALLS",
    "CLOSING",
    "DECLARES",
    "FAILURE",
    "FAILURE_CODE",
    "MAX_HEADER_BYTES",
    "MAX_MESSAGE_BYTES",
    "METHODS",
    "NUMBERS",
    "OPENING",
    "READS",
    "RPC_FAULTS",
    "Decoder",
    "Encoder",
    "ErrorObject",
    "Framing",
    "HeaderBuffer",
    "Id",
    "LineBuffer",
    "LinesToRpc",
    "Loss",
    "Method",
    "Parts",
    "Pending",
    "Received",
    "Request",
    "Response",
    "RpcError",
    "RpcToLines",
    "UnaskedError",
    "checked_line",
    "encode",
    "error_of",
    "frame",
    "line_of",
    "messages",
    "method_of",
    "parse_message",
    "parts_of_error",
    "parts_of_request",
    "parts_of_result",
    "request_of",
    "result_of",
    "send",
    "split_line",
]
