package wire;

import com.fasterxml.jackson.core.io.NumberOutput;

/** How numbers are spelt, alike in all languages: the shortest digits that read as the same number. */
final class Numbers {
    /** Beyond so many digits before the point, or zeros behind it, there is an exponent. */
    private static final int MOST_DIGITS = 16;

    private static final int MOST_ZEROS = 4;

    private Numbers() {}

    /** A finite number, with a fraction or an exponent: {@code 0.8}, {@code 1.0}, {@code 1e-7}, {@code 1.5e300}. */
    static String spelt(double number) {
        if (number == 0) {
            return 1 / number < 0 ? "-0.0" : "0.0";
        }
        // The shortest digits, in the form that Java has for them.
        String text = NumberOutput.toString(number, true);
        double size = Math.abs(number);
        if (size < Double.MIN_NORMAL) {
            text = shortened(number, text);
        }
        return size >= 1e-3 && size < 1e7 ? text : respelt(text);
    }

    /** Java never writes fewer than two digits, but the smallest numbers do with one. */
    private static String shortened(double number, String text) {
        int mark = text.indexOf('E');
        String digit = Math.round(Double.parseDouble(text.substring(0, mark))) + ".0" + text.substring(mark);
        return Double.parseDouble(digit) == number ? digit : text;
    }

    private static String respelt(String text) {
        boolean negative = text.charAt(0) == '-';
        int start = negative ? 1 : 0;
        int point = text.indexOf('.');
        int mark = text.indexOf('E');
        int end = mark < 0 ? text.length() : mark;
        int exponent = mark < 0 ? 0 : Integer.parseInt(text, mark + 1, text.length(), 10);
        String whole = text.substring(start, point);
        String fraction = text.substring(point + 1, end);
        String digits = (fraction.equals("0") ? whole : whole + fraction).replaceAll("0+$", "");
        // The number is 0.digits times ten to this power.
        int power = exponent + whole.length();
        StringBuilder spelt = new StringBuilder(negative ? "-" : "");
        if (power > 0 && power <= MOST_DIGITS) {
            if (digits.length() <= power) {
                spelt.append(digits).append("0".repeat(power - digits.length())).append(".0");
            } else {
                spelt.append(digits, 0, power).append('.').append(digits, power, digits.length());
            }
        } else if (power <= 0 && -power <= MOST_ZEROS) {
            spelt.append("0.").append("0".repeat(-power)).append(digits);
        } else {
            spelt.append(digits.charAt(0));
            if (digits.length() > 1) {
                spelt.append('.').append(digits, 1, digits.length());
            }
            spelt.append('e').append(power - 1);
        }
        return spelt.toString();
    }
}
