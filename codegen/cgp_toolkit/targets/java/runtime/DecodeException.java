package wire;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was read is not a message of this protocol or, from a strict check, one that no author may write. */
public final class DecodeException extends MessageException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String id;

    /**
     * An error about a message that was read.
     *
     * @param fault the rule that was broken
     * @param pointer where, as a JSON pointer
     * @param detail what was expected, in one sentence
     * @param id the correlation id that an answer has to echo, if the message has one that can be read
     */
    public DecodeException(Fault fault, String pointer, String detail, @Nullable String id) {
        super(fault, pointer, detail);
        this.id = id;
    }

    /**
     * The correlation id that an answer has to echo.
     *
     * @return the id; empty if the message has none that can be read
     */
    public Optional<String> id() {
        return Optional.ofNullable(id);
    }
}
