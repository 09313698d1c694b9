"""From a request to its reply: the provider's method is called, and what it returns or raises becomes an envelope.

The same for every transport.  Nothing of what goes wrong inside of a provider reaches the other party, but in the log
(``logging.getLogger("<package>.provider")``) all of it stands.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec import Struct

from ._classes import Envelope
from ._encoding import encode
from ._events import Request
from ._reading import FAILURES, typed
from ._runtime_tables import BAD_REQUEST, FALLBACK_CODE
from ._sides import Answering
from ._violations import Violation
from .errors import EncodeError
from .failures import ProviderError
from .rules import check, check_exchange

Checks: TypeAlias = Literal["off", "warn", "refuse"]
"""What becomes of what breaks a rule: nothing is checked, it is reported, or it is reported and does not leave."""

log = logging.getLogger(f"{__package__}.provider")

_FAILED = "the provider failed; its own log tells why"
_BROKEN = "the provider's reply broke a rule of the protocol and was held back"
_UNWRITABLE = "the provider's reply could not be written"


class Task(Struct, frozen=True):
    """How one request is answered: the method, its arguments, and the reply around what it returns.

    ``returns`` is the class of that, where it has one of its own; ``gated`` says whether a capability is needed.
    """

    method: str
    arguments: Callable[[Any], tuple[Any, ...]]
    reply: Callable[[Any, str | None], Envelope]
    returns: type | None
    gate: Callable[[Any], bool] | None


class Plan(Struct, frozen=True):
    """What a runtime has to know of the protocol: the session, the answer to the handshake, the requests."""

    session: type[Answering[Any]]
    opening: Envelope
    answer: Callable[[Any], Envelope]
    tasks: Mapping[type[Envelope], Task]


class Answers:
    """The base of providers."""

    _plan: ClassVar[Plan]


class Misdeclared(TypeError):
    """A provider's class does not fit what it declares."""


class Desk:
    """Answers the requests that one provider gets.

    :class:`Misdeclared` if the provider lacks a method or an attribute, or declares what breaks a rule.
    """

    def __init__(self, provider: Answers, checks: Checks) -> None:
        if checks not in ("off", "warn", "refuse"):
            raise ValueError("checks is one of 'off', 'warn' and 'refuse'")
        self.plan = provider._plan
        self._provider = provider
        self._checks = checks
        self.answer = self._declared()
        self._complete(self.answer)

    def ask(self, request: Request) -> Envelope | Callable[[], Any]:
        """The reply, if it needs no method of the provider; or the call of that method, to pass to :meth:`finish`."""
        task = self.plan.tasks.get(type(request.envelope))
        if task is None:
            return self._declared()
        method, arguments = getattr(self._provider, task.method), task.arguments(request.envelope)
        return lambda: method(*arguments)

    def is_async(self, request: Request) -> bool:
        """Whether the method gives way by itself, so that it may be called on an event loop."""
        from inspect import iscoroutinefunction

        task = self.plan.tasks.get(type(request.envelope))
        return task is None or iscoroutinefunction(getattr(self._provider, task.method))

    def finish(self, request: Request, outcome: object) -> Envelope:
        """The reply around what the method returned; the failure, where that may not leave."""
        task = self.plan.tasks[type(request.envelope)]
        if task.returns is not None and not isinstance(outcome, task.returns):
            log.error("%s returned a %s instead of a %s", task.method, type(outcome).__name__, task.returns.__name__)
            return self.fail(request, _FAILED)
        try:
            reply = task.reply(outcome, request.id)
            return self._checked(request, reply)
        except EncodeError as error:
            log.error("what %s returned can't be written: %s", task.method, error)
            return self.fail(request, _UNWRITABLE)
        except Exception:
            log.exception("what %s returned is not of the types that it has to be of", task.method)
            return self.fail(request, _UNWRITABLE)

    def excuse(self, request: Request, error: BaseException) -> Envelope:
        """The failure for what the method raised."""
        if isinstance(error, ProviderError):
            return self.fail(request, error.message or _FAILED, error.code)
        task = self.plan.tasks.get(type(request.envelope))
        log.error("%s failed", task.method if task is not None else "the handshake", exc_info=error)
        return self.fail(request, _FAILED)

    def fail(self, request: Request, text: str, code: str | None = None) -> Envelope:
        """The failure that answers ``request``."""
        return self.plan.session._lifecycle.fail(text, code or FALLBACK_CODE, request.id)

    def call(self, request: Request, run: Callable[[Awaitable[Any]], Any]) -> Envelope:
        """The reply, found in this thread; ``run`` waits for what is awaitable."""
        try:
            call = self.ask(request)
            if not callable(call):
                return call
            outcome = call()
            if isinstance(outcome, Awaitable):
                outcome = run(outcome)
        except KeyboardInterrupt:
            # That is for the process, not from the method.
            raise
        except BaseException as error:
            return self.excuse(request, error)
        return self.finish(request, outcome)

    async def call_async(self, request: Request, run: Callable[[Callable[[], Any]], Awaitable[Any]]) -> Envelope:
        """The reply, found without blocking the event loop; ``run`` calls in a thread what would."""
        try:
            call = self.ask(request)
            if not callable(call):
                return call
            outcome = call() if self.is_async(request) else await run(call)
            if isinstance(outcome, Awaitable):
                outcome = await outcome
        except BaseException as error:
            if isinstance(error, (KeyboardInterrupt, GeneratorExit)) or _is_told_to_stop():
                raise
            return self.excuse(request, error)
        return self.finish(request, outcome)

    def _declared(self) -> Envelope:
        """The answer to a handshake, as the provider's attributes stand now."""
        name = type(self._provider).__name__
        try:
            answer = self.plan.answer(self._provider)
        except AttributeError as error:
            raise Misdeclared(f"{name} has no attribute {error.name!r}") from None
        try:
            typed(encode(answer))
        except (*FAILURES, EncodeError, TypeError) as error:
            raise Misdeclared(f"what {name} declares can't be sent: {error}") from None
        if self._checks != "off":
            wrong = [v for v in check(answer) if v.severity == "error"]
            if wrong and self._checks == "refuse":
                raise Misdeclared(f"{name} declares what it must not: {wrong[0]}. {wrong[0].fix}")
            self._report("the answer to the handshake", wrong)
        return answer

    def _complete(self, answer: Envelope) -> None:
        """Every request that can come has its method, and the other way round."""
        name = type(self._provider).__name__
        for task in self.plan.tasks.values():
            defined = getattr(type(self._provider), task.method) is not getattr(_base(self._provider), task.method)
            if defined and task.gate is not None and not task.gate(answer):
                log.warning("%s defines %s, but does not declare that it can be asked for it", name, task.method)
            if not defined and (task.gate is None or task.gate(answer)):
                raise Misdeclared(f"{name} has to define {task.method}")

    def _checked(self, request: Request, reply: Envelope) -> Envelope:
        """``reply``, or the failure in its place."""
        # Even where nothing else is checked, an exchange that breaks a rule never leaves in silence.
        found = list(check_exchange(request.envelope, reply, ack=self.answer))  # type: ignore[arg-type]
        blamed = [v for v in found if v.of == "request"]
        found = [v for v in found if v.of == "reply"]
        broken = [v for v in found if v.severity == "error"]
        if self._checks == "off":
            self._report("a reply", broken)
            return reply
        own = check(reply)
        self._report("a reply", [*found, *own])
        broken += [v for v in own if v.severity == "error"]
        if self._checks != "refuse":
            return reply
        if blamed and found and not broken:
            # The reply is what it is because the request makes no sense.
            return self.fail(request, blamed[0].message, BAD_REQUEST)
        if broken:
            return self.fail(request, _BROKEN)
        line = encode(reply)
        try:
            typed(line)
        except FAILURES:
            log.error("a reply can't be read as what it is meant to be; a value in it is of a wrong type")
            return self.fail(request, _UNWRITABLE)
        return reply

    def _report(self, subject: str, violations: list[Violation]) -> None:
        for violation in violations:
            level = logging.ERROR if violation.severity == "error" else logging.WARNING
            log.log(level, "%s: %s %s", subject, violation, violation.fix)


def _is_told_to_stop() -> bool:
    """Whether somebody cancels the task that runs; a method can raise the same without that."""
    from asyncio import current_task

    task = current_task()
    return task is not None and task.cancelling() > 0


def _base(provider: Answers) -> type[Answers]:
    """The generated class that ``provider`` derives from."""
    return next(c for c in type(provider).__mro__ if "_plan" in vars(c))
