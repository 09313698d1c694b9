package wire.session;

import wire.Envelope;

/**
 * The side that is asked.
 *
 * @param <S> the envelopes that this side sends
 */
public abstract non-sealed class AnsweringSession<S extends Envelope> extends Session<S> {
    AnsweringSession(String role, String version, int maxLine, boolean watching) {
        super(role, version, maxLine, watching);
    }
}
