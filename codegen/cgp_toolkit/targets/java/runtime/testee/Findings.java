package wire.testee;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import wire.DecodeException;
import wire.Envelope;
import wire.rules.Rules;
import wire.rules.Severity;
import wire.rules.Violation;

/** What is wrong for authors, as answers say it. */
final class Findings {
    private Findings() {}

    /** What is wrong with a message, of which the faults are known already. */
    static Map<String, Object> of(List<DecodeException> faults, @Nullable Envelope message) {
        List<Object> findings = new ArrayList<>();
        for (DecodeException fault : faults) {
            findings.add(finding(Violation.Of.MESSAGE, fault.fault().id(), fault.pointer()));
        }
        List<Violation> violations = message == null ? List.of() : Rules.check(message, true);
        return answer(findings, violations, !faults.isEmpty());
    }

    /** What is wrong with a request and its reply together. */
    static Map<String, Object> of(Envelope request, Envelope reply, @Nullable Envelope ack) {
        return answer(new ArrayList<>(), Exchanges.check(request, reply, ack), false);
    }

    private static Map<String, Object> answer(List<Object> findings, List<Violation> violations, boolean wrong) {
        boolean refuses = wrong;
        for (Violation violation : violations) {
            refuses |= violation.severity() == Severity.ERROR;
            findings.add(finding(violation.of(), violation.rule(), violation.pointer()));
        }
        return Map.of("author", refuses ? "refuses" : "accepts", "findings", findings);
    }

    private static Map<String, Object> finding(Violation.Of of, String rule, String pointer) {
        Map<String, Object> finding = new LinkedHashMap<>();
        if (of != Violation.Of.MESSAGE) {
            finding.put("of", of.id());
        }
        finding.put("rule", rule);
        finding.put("pointer", pointer);
        return finding;
    }
}
