package wire;

import java.util.Objects;

/** What ties a response of JSON-RPC to its request. */
public sealed interface RpcId {
    /**
     * A text, which is the correlation id of an envelope that has one.
     *
     * @param text at least one character
     */
    record Text(String text) implements RpcId {
        /**
         * A text as id.
         *
         * @param text at least one character
         */
        public Text {
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * A whole number, which stands for an envelope without correlation id.
     *
     * @param number any number of 64 bits
     */
    record Whole(long number) implements RpcId {}
}
