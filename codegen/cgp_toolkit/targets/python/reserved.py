"""Names that generated Python must not take for something of a protocol.

The lists are written out, so that names do not depend on the Python or pydantic that the toolkit runs under; a test
compares them with the installed ones.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KEYWORDS = _words(
    """
    False None True and as assert async await break class continue def del elif else except finally for from global
    if import in is lambda nonlocal not or pass raise return try while with yield
    """
)

BUILTINS = _words(
    """
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
    BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
    ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception
    ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError
    ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError
    KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplemented
    NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError
    PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning
    StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError
    UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning
    UserWarning ValueError Warning WindowsError ZeroDivisionError
    abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex
    copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals
    hasattr hash help hex id input int isinstance issubclass iter len license list locals map max memoryview min next
    object oct open ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str
    sum super tuple type vars zip
    """
)

_CLASS_BODY = _words(
    """
    Annotated ClassVar ConfigDict Field Final Literal Many Meta UNSET UnsetType bool dict field float int is_absent
    is_default is_empty list null_reads_as object str tuple
    """
)
# What annotations and defaults of a class body use; a field of that name with a default would shadow it.

MODULE_NAMES = _CLASS_BODY | _words(
    """
    Any Generic Mapping Protocol TypeAlias TypeVar Union annotations cast
    Raw Struct msgspec
    BaseModel Model TypeAdapter TypeAliasType pydantic
    """
)
"""What the generated modules import or use beside the classes of the protocol."""

PACKAGE_NAMES = _words(
    """
    ENVELOPE PROTOCOL REVISION DecodeError EncodeError MessageError UnknownEnvelope VersionError VersionMismatch
    WireError decode encode errors ndjson read rules tokens types versions vocabularies write
    """
)
"""What the generated package offers beside the classes of the protocol."""

_PYDANTIC = _words(
    """
    construct copy dict from_orm json model_computed_fields model_config model_construct model_copy model_dump
    model_dump_json model_extra model_fields model_fields_set model_json_schema model_parametrized_name
    model_post_init model_rebuild model_validate model_validate_json model_validate_strings parse_file parse_obj
    parse_raw schema schema_json update_forward_refs validate
    """
)

ATTRIBUTES = KEYWORDS | _CLASS_BODY | _PYDANTIC
"""What no attribute may be called."""

CONSTANTS = KEYWORDS | {"KNOWN"}
"""What no value of a vocabulary may be called in its namespace."""

FUNCTIONS = KEYWORDS | BUILTINS | MODULE_NAMES | {"KNOWN", "reads_as"}
"""What no trait may be called in its vocabulary's namespace."""

RULE_FUNCTIONS = (
    KEYWORDS
    | BUILTINS
    | _words(
        """
    Any Callable Final Iterator Literal Mapping RULES Rule Violation annotations check check_exchange forms types
    at index found part among measure sha256 is_instant part_number thorough
    """
    )
)
"""What no function of a rule and no variable in one may be called."""

PEER_METHODS = KEYWORDS | BUILTINS | _words("ClassVar Awaitable close dropped t")
"""What no method and no attribute of a party may be called: what it has itself, and what its annotations use."""

PEER_PARAMETERS = KEYWORDS | _words("id_ reply result self t timeout")
"""What no parameter of such a method may be called."""

ERROR_ATTRIBUTES = (
    KEYWORDS
    | BUILTINS
    | _words("add_note args bool code float int meaning message property requirements str t v with_traceback")
)
"""What no trait of an error code may be called as a property of an error."""
