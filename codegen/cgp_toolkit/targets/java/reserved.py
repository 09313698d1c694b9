"""Names that Java or the package itself has taken already."""

from __future__ import annotations

from pathlib import Path

KEYWORDS = frozenset(
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends final "
    "finally float for goto if implements import instanceof int interface long native new package private protected "
    "public return short static strictfp super switch synchronized this throw throws transient try void volatile while "
    "true false null _ var yield record sealed permits exports module opens open provides requires to transitive uses "
    "with when non".split()
)
"""Keywords, literals, and words that are keywords in some places."""

LANGUAGE = frozenset(
    # What is imported without asking, as far as it could be meant by somebody who reads the code.
    "AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException AssertionError AutoCloseable "
    "Boolean Byte CharSequence Character Class ClassCastException ClassLoader ClassNotFoundException Cloneable "
    "Comparable Compiler Deprecated Double Enum Error Exception Float FunctionalInterface IllegalArgumentException "
    "IllegalStateException IndexOutOfBoundsException Integer InterruptedException Iterable LinkageError Long Math "
    "Module ModuleLayer NoSuchFieldException NoSuchMethodException NullPointerException Number NumberFormatException "
    "Object Override Package Process ProcessBuilder ProcessHandle Readable Record ReflectiveOperationException Runnable "
    "Runtime RuntimeException SafeVarargs SecurityException Short StackTraceElement StackWalker StrictMath String "
    "StringBuffer StringBuilder SuppressWarnings System Thread ThreadGroup ThreadLocal Throwable "
    "UnsupportedOperationException Void "
    # What the files of the package import.
    "Arrays ArrayList Collections IOException List Map Nullable Objects Optional Pattern Set Stream".split()
)
"""Classes that a class of the package must not hide."""

MEMBERS = KEYWORDS | frozenset(
    "clone finalize getClass hashCode notify notifyAll toString wait equals builder toBuilder".split()
)
"""What the accessor of a record can't be called."""

VALUES = KEYWORDS | frozenset(
    "of value valueOf values known isListed readsAs orFallback name ordinal compareTo getDeclaringClass describeConstable "
    "clone finalize getClass hashCode notify notifyAll toString wait equals".split()
)
"""What the method of a vocabulary for a trait can't be called."""

RUNTIME = Path(__file__).parent / "runtime"

_RUNTIME_CLASSES = frozenset(path.stem for path in RUNTIME.rglob("*.java"))

CLASSES = (
    LANGUAGE
    | _RUNTIME_CLASSES
    | frozenset("Protocol Message Fault Codec Shapes Tokens Builder Known Unknown Line Rules Sessions Jsonrpc".split())
)
"""What no class of the protocol may be called."""
