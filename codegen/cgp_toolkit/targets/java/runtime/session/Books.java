package wire.session;

import org.jspecify.annotations.Nullable;
import wire.Envelope;
import wire.Protocol;
import wire.UnknownEnvelope;
import wire.Version;
import wire.VersionException;

/** What a party knows of its session, and how it judges a message by it. */
final class Books {
    final InFlight inFlight = new InFlight();
    final Dues dues = new Dues();

    /** The own version; null for a party that only watches. */
    @Nullable String version;

    /** The version of the opening that came in. */
    @Nullable String theirVersion;

    /** What completed the handshake and declares the capabilities. */
    @Nullable Envelope answer;

    Books(@Nullable String version) {
        this.version = version;
    }

    /** The condition that holds for an envelope that comes in, or is to leave. */
    Condition judge(Condition.Question question, EnvelopeKind kind, Envelope envelope, boolean sends) {
        String id = kind.idOf(envelope);
        return switch (question) {
            case VERSION -> version(kind, envelope, sends ? theirVersion : version);
            case FAILURE -> Protocol.MISMATCH_CODE.equals(kind.codeOf(envelope))
                    ? Condition.NAMES_MISMATCH
                    : Condition.NAMES_ANOTHER;
            case REQUEST -> request(kind, id, sends ? inFlight.holds(id) : dues.owes(id));
            case REPLY -> reply(kind, id);
            case ANSWER -> dues.find(id, kind.name()) == null ? Condition.UNDUE : Condition.DUE;
            case REFUSAL -> refusal(dues.find(id, kind.name()));
            default -> throw new AssertionError("no envelope is asked for its " + question);
        };
    }

    /** Whether an unknown envelope may be a request. */
    static Condition members(UnknownEnvelope envelope) {
        return envelope.bare() ? Condition.BARE : Condition.WITH_MEMBERS;
    }

    /** Which kind of request has run out of time. */
    static Condition overdue(Request request) {
        return request.id() == null ? Condition.LOCK_STEP : Condition.CORRELATED;
    }

    /** Why the versions do not fit, as an error with a name. */
    VersionException mismatch(EnvelopeKind kind, Envelope envelope) {
        String ours = version == null ? "" : version;
        if (kind.version() == null) {
            return new VersionRefusedException(ours);
        }
        try {
            Version.require(ours, kind.version().apply(envelope));
        } catch (VersionException error) {
            return error;
        }
        throw new AssertionError("versions that fit are no mismatch");
    }

    private static Condition version(EnvelopeKind kind, Envelope envelope, @Nullable String ours) {
        String theirs = kind.version() == null ? "" : kind.version().apply(envelope);
        try {
            return Version.interoperate(ours == null ? theirs : ours, theirs)
                    ? Condition.SAME_FAMILY
                    : Condition.FOREIGN_FAMILY;
        } catch (VersionException error) {
            return Condition.NO_VERSION;
        }
    }

    private Condition request(EnvelopeKind kind, @Nullable String id, boolean taken) {
        if (kind.requires() != null && (answer == null || !kind.requires().test(answer))) {
            return Condition.GATED;
        }
        if (id == null) {
            return taken ? Condition.OUT_OF_TURN : Condition.ALLOWED;
        }
        if (kind.declares() != null && (answer == null || !kind.declares().test(answer))) {
            return Condition.UNDECLARED_ID;
        }
        return taken ? Condition.ID_IN_FLIGHT : Condition.ALLOWED;
    }

    private Condition reply(EnvelopeKind kind, @Nullable String id) {
        if (inFlight.isGivenUp(id)) {
            return Condition.LATE;
        }
        return inFlight.find(id, kind.name()) == null ? Condition.UNSOLICITED : Condition.EXPECTED;
    }

    private static Condition refusal(@Nullable Due due) {
        if (due == null) {
            return Condition.OF_NOTHING;
        }
        return due.first() ? Condition.OF_HANDSHAKE : Condition.OF_REQUEST;
    }
}
