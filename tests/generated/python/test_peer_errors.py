"""Errors of hosts and providers: each has a name, words of its own, and survives being sent between processes."""

from __future__ import annotations

import pickle

import pytest

from cgp_wire.errors import WireError
from cgp_wire.host import (
    ConnectionFailed,
    ConsentMissing,
    InsecureTransport,
    ProviderCrashed,
    ProviderError,
    ReplyRefused,
    RequestRefused,
)
from cgp_wire.rules import Violation
from cgp_wire.session import SessionClosed, TimedOut
from cgp_wire.vocabularies import ErrorCode

WRONG = Violation("a-rule", "R9", "error", "/place", "it is wrong", "Mend it.")
MORE = "what it wrote to its standard error tells more"
ERRORS = {
    "connection": (ConnectionFailed("the provider is away", 503), "the provider is away"),
    "insecure": (InsecureTransport(), "plain http is for the loopback interface only; use https"),
    "consent": (ConsentMissing(), "the provider was not agreed to, so no request was sent"),
    "status": (ProviderCrashed(3), f"the provider ended with status 3; {MORE}"),
    "signal": (
        ProviderCrashed(-9),
        "the provider was killed by signal 9; what it wrote to its standard error tells more",
    ),
    "output": (ProviderCrashed(None), f"the provider closed its output; {MORE}"),
    "request": (
        RequestRefused((WRONG,)),
        "the request was not sent: /place: error: it is wrong [a-rule, R9]. Mend it.",
    ),
    "reply": (ReplyRefused((WRONG,)), "the provider's answer was refused: /place: error: it is wrong [a-rule, R9]"),
    "time": (TimedOut(""), "no reply came before the deadline"),
    "closed": (SessionClosed("the host was closed", ""), "the session is over: the host was closed"),
    "coded": (ProviderError("unavailable", "Later.\x1b[2J"), r"the provider says 'unavailable': 'Later.\x1b[2J'"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_it_says_what_is_wrong_and_can_be_pickled(name: str) -> None:
    error, words = ERRORS[name]
    assert isinstance(error, WireError)
    assert str(error) == words
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == words
    assert vars(again) == vars(error)
    assert "" not in error.requirements


def test_the_advice_of_every_code_is_the_models() -> None:
    for code in ErrorCode.KNOWN:
        error = ProviderError(code)
        assert (error.meaning, error.retry, error.advice) == (code, ErrorCode.retry(code), ErrorCode.advice(code))
    for code in ("", "acme:odd", "nonsense"):
        assert (ProviderError(code).meaning, ProviderError(code).retry) == (ErrorCode.INTERNAL, False)


def test_words_without_an_end_are_cut() -> None:
    assert len(str(ProviderError("internal", "x" * 10_000))) < 300
