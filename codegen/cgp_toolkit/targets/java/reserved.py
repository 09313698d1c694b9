"""Names that Java or the package itself has taken already."""

from __future__ import annotations

from pathlib import Path


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KEYWORDS = _words(
    """
    abstract assert boolean break byte case catch char class const continue default do double else enum extends final
    finally float for goto if implements import instanceof int interface long native new package private protected
    public return short static strictfp super switch synchronized this throw throws transient try void volatile while
    true false null _ var yield record sealed permits exports module opens open provides requires to transitive uses
    with when non
    """
)
"""Keywords, literals, and words that are keywords in some places."""

# What is imported without asking, as far as it could be meant by somebody who reads the code.
_IMPLIED = _words(
    """
    AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException AssertionError AutoCloseable
    Boolean Byte CharSequence Character Class ClassCastException ClassLoader ClassNotFoundException Cloneable
    Comparable Compiler Deprecated Double Enum Error Exception Float FunctionalInterface IllegalArgumentException
    IllegalStateException IndexOutOfBoundsException Integer InterruptedException Iterable LinkageError Long Math
    Module ModuleLayer NoSuchFieldException NoSuchMethodException NullPointerException Number NumberFormatException
    Object Override Package Process ProcessBuilder ProcessHandle Readable Record ReflectiveOperationException
    Runnable Runtime RuntimeException SafeVarargs SecurityException Short StackTraceElement StackWalker StrictMath
    String StringBuffer StringBuilder SuppressWarnings System Thread ThreadGroup ThreadLocal Throwable
    UnsupportedOperationException Void
    """
)

_IMPORTED = _words(
    """
    ArrayDeque ArrayList Arrays Collection Collections Collectors Deque Function HashMap HashSet IOException Iterator
    LinkedHashMap List Map Nullable Objects Optional Pattern Predicate Set Stream
    """
)

LANGUAGE = _IMPLIED | _IMPORTED
"""Classes that a class of the package must not hide: those of the language, and those that its files import."""

_OBJECT = _words("clone equals finalize getClass hashCode notify notifyAll toString wait")

MEMBERS = KEYWORDS | _OBJECT | _words("builder toBuilder")
"""What the accessor of a record can't be called."""

VALUES = (
    KEYWORDS
    | _OBJECT
    | _words(
        "compareTo describeConstable getDeclaringClass isListed name of orFallback ordinal readsAs value valueOf values"
    )
)
"""What the method of a vocabulary for a trait can't be called."""

RUNTIME = Path(__file__).parent / "runtime"

_RUNTIME_CLASSES = frozenset(path.stem for path in RUNTIME.rglob("*.java"))

CLASSES = (
    LANGUAGE
    | _RUNTIME_CLASSES
    | _words(
        """
        Builder Codec Conditions ExchangeChecks Exchanges Fault Forms Known Line Meanings Message Protocol Rule Rules
        Parties Shapes State Condition Tokens Transitions Unknown
        """
    )
)
"""What no class of the protocol may be called."""
