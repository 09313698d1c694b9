package wire.session;

import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import wire.Envelope;

/**
 * What a session knows of one envelope; the functions read a member of it, or a capability of the answer.
 *
 * @param name its tag
 * @param sender the role that sends it
 * @param reply the envelope that answers it
 * @param id its correlation id
 * @param version its version
 * @param code its error code
 * @param declares the capability without which it carries no id
 * @param requires the capability without which it is not sent
 */
record EnvelopeKind(
        String name,
        String sender,
        @Nullable String reply,
        @Nullable Function<Envelope, @Nullable String> id,
        @Nullable Function<Envelope, String> version,
        @Nullable Function<Envelope, @Nullable String> code,
        @Nullable Predicate<Envelope> declares,
        @Nullable Predicate<Envelope> requires) {
    /** The correlation id of a message of this kind, if it has one. */
    @Nullable String idOf(Envelope envelope) {
        return id == null ? null : id.apply(envelope);
    }

    /** The error code of a message of this kind, if it has one. */
    @Nullable String codeOf(Envelope envelope) {
        return code == null ? null : code.apply(envelope);
    }

    /** The envelopes that can answer a request of this kind. */
    Set<String> replies() {
        return reply == null ? Set.of(Transitions.FAILURE) : Set.of(reply, Transitions.FAILURE);
    }
}
