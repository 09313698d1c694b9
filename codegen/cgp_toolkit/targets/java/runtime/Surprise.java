package wire;

import java.io.IOException;

/** What was read is not simply sound; the careful way tells what it is. */
final class Surprise extends IOException {
    private static final long serialVersionUID = 1L;

    /** The only one: it says nothing, and costs nothing. */
    static final Surprise SURPRISE = new Surprise();

    private Surprise() {
        super("the careful way has to be gone");
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
