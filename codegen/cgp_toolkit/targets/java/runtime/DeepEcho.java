package wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The correlation id of a message that is too deep for any parser: its first member of that name, if it is a text. */
final class DeepEcho {
    /** So many texts and runs of brackets are looked at. */
    private static final int LOOK = 10_000;

    private static final JsonFactory FACTORY = new JsonFactory();

    private final String text;
    private int at;

    private DeepEcho(String text) {
        this.text = text;
    }

    /** The id in a text that starts like JSON. */
    static @Nullable String of(String text) {
        return new DeepEcho(text).find();
    }

    private @Nullable String find() {
        int depth = 0;
        int end = 0;
        String key = "";
        for (int looked = 0; looked < LOOK && skip(); looked++) {
            int start = at;
            char first = text.charAt(start);
            if (first == '"') {
                passText();
                boolean isValue = depth == 1 && !key.isEmpty() && text.substring(end, start).strip().equals(":");
                if (isValue && key.equals(Protocol.FAILURE_ID)) {
                    String id = decoded(start);
                    return id.isEmpty() ? null : id;
                }
                key = isValue ? "" : depth == 1 ? decoded(start) : key;
            } else {
                int step = first == '[' || first == '{' ? 1 : -1;
                depth += step * passRun(step > 0 ? "[{" : "]}");
                key = depth == 1 ? key : "";
            }
            end = at;
        }
        return null;
    }

    /** Goes to the next text or bracket, if there is one. */
    private boolean skip() {
        while (at < text.length() && "\"[]{}".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at < text.length();
    }

    private void passText() {
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(at + 1, text.length());
    }

    private int passRun(String brackets) {
        int start = at;
        while (at < text.length() && brackets.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at - start;
    }

    private String decoded(int start) {
        try (JsonParser parser = FACTORY.createParser(text.substring(start, at))) {
            String found = parser.nextTextValue();
            return found != null && Surrogates.isUnicode(found) ? found : "";
        } catch (IOException broken) {
            return "";
        }
    }
}
