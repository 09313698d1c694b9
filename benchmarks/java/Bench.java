import cgp.wire.Envelope;
import cgp.wire.Ndjson;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Decoding and encoding typed, against Jackson's tree of nodes, in turns.
 *
 * <p>Takes files with one message each; prints a line a measurement: file, what, by whom, nanoseconds in the middle.
 */
final class Bench {
    private static final int ROUNDS = 41;
    private static final long ROUND_NANOS = 15_000_000;
    private static final long WARM_NANOS = 4_000_000_000L;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static Object sink = "";

    private Bench() {}

    public static void main(String[] files) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        for (String file : files) {
            byte[] line = Files.readAllBytes(Path.of(file));
            Envelope envelope = (Envelope) Ndjson.decode(line);
            JsonNode tree = mapper.readTree(line);
            compare(file, "decode", () -> Ndjson.decode(line), () -> mapper.readTree(line));
            compare(file, "encode", () -> Ndjson.encode(envelope), () -> mapper.writeValueAsBytes(tree));
        }
        if (sink == null) {
            throw new IllegalStateException("something was to be made");
        }
    }

    private static void compare(String file, String what, Callable<?> typed, Callable<?> untyped) throws Exception {
        List<Callable<?>> both = List.of(typed, untyped);
        for (Callable<?> each : both) {
            run(each, WARM_NANOS);
        }
        double[][] found = new double[2][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < both.size(); i++) {
                found[i][round] = run(both.get(i), ROUND_NANOS);
            }
        }
        List<String> names = new ArrayList<>(List.of("typed", "tree"));
        for (int i = 0; i < both.size(); i++) {
            Arrays.sort(found[i]);
            System.out.printf("%s\t%s\t%s\t%.1f%n", file, what, names.get(i), found[i][ROUNDS / 2]);
        }
    }

    /** Nanoseconds a call, of as many as fit into a time. */
    private static double run(Callable<?> call, long nanos) throws Exception {
        long calls = 0;
        long start = THREADS.getCurrentThreadCpuTime();
        long passed = 0;
        while (passed < nanos) {
            for (int i = 0; i < 16; i++) {
                sink = call.call();
            }
            calls += 16;
            passed = THREADS.getCurrentThreadCpuTime() - start;
        }
        return (double) passed / calls;
    }
}
