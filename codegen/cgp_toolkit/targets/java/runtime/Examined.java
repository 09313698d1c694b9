package wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an examination has found.
 *
 * @param message the message if readers accept it, else null
 * @param faults the first hundred of its faults, in the order of the model
 */
public record Examined(@Nullable Message message, List<DecodeException> faults) {
    /**
     * What was found.
     *
     * @param message the message if readers accept it, else null
     * @param faults what is wrong with it; copied
     */
    public Examined {
        faults = List.copyOf(faults);
    }
}
