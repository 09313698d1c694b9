"""Names that nothing of a protocol can have in Rust."""

from __future__ import annotations

# ruff: noqa: SIM905

KEYWORDS = frozenset(
    """
    abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen
    if impl in let loop macro match mod move mut override priv pub ref return self Self static struct super trait
    true try type typeof unsafe unsized use virtual where while yield union
    """.split()
)
"""Strict and reserved keywords of all editions."""

PRELUDE = frozenset(
    """
    AsMut AsRef Box Clone Copy Debug Default Display DoubleEndedIterator Drop Eq Err ExactSizeIterator Extend Fn
    FnMut FnOnce From FromIterator Future Hash Into IntoFuture IntoIterator Iterator None Ok Option Ord PartialEq
    PartialOrd Result Self Send Sized Some String Sync ToOwned ToString TryFrom TryInto Unpin Vec
    """.split()
)
"""What every module knows, or what the types of the package derive; a type of that name would hide it."""

METHODS = frozenset(
    """
    as_str borrow borrow_mut clone clone_from clone_into cmp default deserialize eq fmt from from_listed hash into
    is_listed max min ne new partial_cmp read reads_as refused serialize tag to_owned to_string try_from try_into
    type_id write
    """.split()
)
"""Methods that the types of the package have of their own."""
