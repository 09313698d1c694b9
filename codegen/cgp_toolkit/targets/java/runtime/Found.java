package wire;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a value.
 *
 * @param fault the rule that is broken
 * @param pointer where
 * @param detail what was expected
 */
record Found(Fault fault, String pointer, String detail) {
    /** It as an error about a message with this correlation id. */
    DecodeException error(@Nullable String id) {
        return new DecodeException(fault, pointer, detail, id);
    }
}
