package wire;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plain values against the tables: every fault of a message, in the order of the model. */
final class Walk {
    /** No integer of 64 bits has more digits and a sign. */
    private static final int LONGEST_INTEGER = 20;

    private static final String TAG = "the name of an envelope";

    private final boolean strict;
    private final int most;
    private final List<Found> found = new ArrayList<>();

    private Walk(boolean strict, int most) {
        this.strict = strict;
        this.most = most;
    }

    /**
     * The first faults of a message; of an unknown envelope only its tag is looked at.
     *
     * <p>{@code strict} adds what stops no reader: unknown envelopes and members, nulls, missing members that authors
     * owe and readers have a default for.
     */
    static List<Found> faults(@Nullable Object message, boolean strict, int most) {
        Walk walk = new Walk(strict, most);
        walk.message(message);
        return walk.found.size() <= most ? walk.found : walk.found.subList(0, most);
    }

    private void message(@Nullable Object message) {
        if (!(message instanceof Map<?, ?> members)) {
            add(Fault.NOT_AN_OBJECT, "", "an object, found " + json(message).article());
            return;
        }
        Object tag = members.get(Protocol.TAG);
        if (!members.containsKey(Protocol.TAG)) {
            add(Fault.MISSING_MEMBER, Pointers.token(Protocol.TAG), TAG);
        } else if (!(tag instanceof String)) {
            misfit(tag, TAG, Pointers.token(Protocol.TAG));
        } else if (Shapes.ENVELOPES.containsKey(tag)) {
            members(Shapes.ENVELOPES.get(tag), members, "");
        } else if (strict) {
            String only = String.join(", ", Shapes.ENVELOPES.keySet());
            add(Fault.UNKNOWN_ENVELOPE, Pointers.token(Protocol.TAG), "one of " + only);
        }
    }

    private void members(Shape shape, Map<?, ?> value, String pointer) {
        for (Map.Entry<String, Member> entry : shape.members().entrySet()) {
            if (found.size() >= most) {
                return;
            }
            String name = entry.getKey();
            member(entry.getValue(), value.containsKey(name), value.get(name), pointer + Pointers.token(name));
        }
        if (strict) {
            for (Object name : value.keySet()) {
                if (found.size() < most && !shape.lists((String) name)) {
                    String listed = String.join(", ", shape.members().keySet());
                    String only = "only " + (listed.isEmpty() ? "the tag" : listed);
                    add(Fault.UNKNOWN_MEMBER, pointer + Pointers.token((String) name), only);
                }
            }
        }
    }

    private void member(Member member, boolean there, @Nullable Object held, String at) {
        if (!there) {
            if (member.required()) {
                add(Fault.MISSING_MEMBER, at, expected(member));
            } else if (strict && member.owed()) {
                add(Fault.MISSING_FOR_AUTHOR, at, expected(member));
            }
        } else if (held == null && member.nullable()) {
            if (strict) {
                add(Fault.NULL_WRITTEN, at, expected(member) + (member.owed() ? "" : ", or no member"));
                if (member.owed()) {
                    add(Fault.MISSING_FOR_AUTHOR, at, expected(member));
                }
            }
        } else if (!member.many()) {
            value(member, held, at);
        } else if (held instanceof List<?> items) {
            for (int i = 0; i < items.size() && found.size() < most; i++) {
                value(member, items.get(i), at + Pointers.token(i));
            }
        } else {
            misfit(held, expected(member), at);
        }
    }

    private void value(Member member, @Nullable Object value, String at) {
        Shape shape = Shapes.RECORDS.get(member.type());
        if (shape != null && value instanceof Map<?, ?> members) {
            members(shape, members, at);
            return;
        }
        Kind kind = Shapes.TYPES.get(member.type());
        Kind.Json json = json(value);
        if (json != kind.json() && !(json == Kind.Json.INTEGER && kind.json() == Kind.Json.NUMBER)) {
            misfit(value, kind.expected(), at);
        } else if (value instanceof String text) {
            text(kind, text, at);
        } else if (value instanceof Syntax.Digits digits) {
            if (!(kind.json() == Kind.Json.INTEGER ? isWithin(kind, digits) : isNear(kind, digits))) {
                add(Fault.OUT_OF_RANGE, at, kind.expected());
            }
        }
    }

    private static boolean isWithin(Kind kind, Syntax.Digits digits) {
        if (digits.text().length() > LONGEST_INTEGER) {
            return false;
        }
        BigInteger integer = new BigInteger(digits.text());
        return integer.compareTo(BigInteger.valueOf(kind.least())) >= 0
                && integer.compareTo(BigInteger.valueOf(kind.most())) <= 0;
    }

    private static boolean isNear(Kind kind, Syntax.Digits digits) {
        double number = Double.parseDouble(digits.text());
        return kind.minimum() <= number && number <= kind.maximum();
    }

    private void text(Kind kind, String text, String at) {
        int length = text.codePointCount(0, text.length());
        if (length < kind.minLength()) {
            add(Fault.TOO_SHORT, at, kind.expected());
        } else if (length > kind.maxLength()) {
            add(Fault.TOO_LONG, at, kind.expected());
        } else if (kind.values() != null && !kind.values().contains(text)) {
            add(Fault.NOT_IN_VOCABULARY, at, kind.expected());
        }
    }

    private void misfit(@Nullable Object value, String expected, String at) {
        Fault fault = value == null ? Fault.NULL_MEMBER : Fault.WRONG_TYPE;
        add(fault, at, expected + ", found " + json(value).article());
    }

    private void add(Fault fault, String at, String expected) {
        found.add(new Found(fault, at, "expected " + expected));
    }

    private static String expected(Member member) {
        String expected = Shapes.TYPES.get(member.type()).expected();
        return member.many() ? "an array, each item " + expected : expected;
    }

    private static Kind.Json json(@Nullable Object value) {
        if (value == null) {
            return Kind.Json.NULL;
        }
        if (value instanceof Syntax.Digits digits) {
            return digits.isInteger() ? Kind.Json.INTEGER : Kind.Json.NUMBER;
        }
        if (value instanceof String) {
            return Kind.Json.STRING;
        }
        if (value instanceof Boolean) {
            return Kind.Json.BOOLEAN;
        }
        return value instanceof List<?> ? Kind.Json.ARRAY : Kind.Json.OBJECT;
    }
}
