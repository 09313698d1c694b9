package wire.session;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import wire.Envelope;

/**
 * A reply that is owed.
 *
 * @param replies the names of the envelopes that settle it
 * @param request the request, if the user of the session was told of one
 * @param ready the answer, if the session gives it on its own
 * @param optional whether it may stay away
 * @param first whether nothing else leaves before it
 */
record Due(
        Set<String> replies,
        @Nullable Request request,
        @Nullable Envelope ready,
        boolean optional,
        boolean first) {}
