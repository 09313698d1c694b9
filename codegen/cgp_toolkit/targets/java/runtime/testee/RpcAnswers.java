package wire.testee;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import wire.JsonRpc;
import wire.Ndjson;
import wire.RpcException;
import wire.RpcId;
import wire.RpcMethod;
import wire.RpcPending;
import wire.RpcReceived;
import wire.RpcTables;
import wire.WireException;

/** JSON-RPC messages, as answers say what they mean. */
final class RpcAnswers {
    private RpcAnswers() {}

    /** The answer about a message; the method of the request that waits with its id, if one does, is given. */
    static Map<String, Object> of(byte[] message, @Nullable Object answers) {
        Map<String, Object> answer = new LinkedHashMap<>();
        try {
            RpcPending pending = new RpcPending();
            RpcId id = id(message);
            RpcMethod method = answers instanceof String name ? RpcTables.METHODS.get(name) : null;
            if (id != null && method != null) {
                pending.add(id, method, false);
            }
            RpcReceived received = new JsonRpc(pending, RpcTables.MAX_MESSAGE_BYTES).decode(message);
            String canonical = new String(Ndjson.encode(received.envelope()), StandardCharsets.UTF_8);
            byte[] written = JsonRpc.encode(received.envelope(), received.id());
            answer.put("verdict", "accepts");
            answer.put("envelope", Ndjson.tag(received.envelope()));
            answer.put("canonical", canonical.stripTrailing());
            answer.put("written", new String(written, StandardCharsets.UTF_8));
        } catch (RpcException error) {
            answer.put("verdict", "refuses");
            answer.put("rule", error.rule());
            answer.put("pointer", error.pointer());
            answer.put("number", error.number());
            answer.put("code", error.code());
            answer.put("due", error.isDue());
            answer.put("echo", error.id().map(RpcAnswers::plain).orElse(null));
        } catch (WireException error) {
            throw new IllegalStateException("what was read can be written", error);
        }
        return answer;
    }

    private static @Nullable RpcId id(byte[] message) {
        try {
            Object id = Plain.read(new JsonFactory(), new String(message, StandardCharsets.UTF_8)).get("id");
            if (id instanceof String text) {
                return new RpcId.Text(text);
            }
            return id instanceof Integer || id instanceof Long ? new RpcId.Whole(((Number) id).longValue()) : null;
        } catch (IOException error) {
            return null;
        }
    }

    private static Object plain(RpcId id) {
        return id instanceof RpcId.Text text ? text.text() : ((RpcId.Whole) id).number();
    }
}
