"""Requirements, decisions, rules, faults, examples and sessions, ready to be looked up."""

from __future__ import annotations

from cgp_toolkit.explain.thing import Fact, Kind, Thing
from cgp_toolkit.model import Decision, Example, ExchangeExample, Fault, Requirement, Rule, Session
from cgp_toolkit.model.lint import Rule as LintRule


def requirement(requirement: Requirement) -> Thing:
    """A normative sentence."""
    facts: dict[str, Fact] = {
        "level": str(requirement.level),
        "binds": requirement.binds,
        "source": requirement.source,
        "said to be decided by": tuple(map(str, requirement.decided_by)),
        "other ids": requirement.aliases,
    }
    return Thing(Kind.REQUIREMENT, requirement.name, requirement.text, facts, requirement.position)


def decision(decision: Decision) -> Thing:
    """A settled question."""
    facts: dict[str, Fact] = {
        "topic": decision.topic,
        "why": decision.why,
        "source": f"left open by: {decision.origin}",
        "requirements": decision.requirements,
    }
    return Thing(Kind.DECISION, decision.name, decision.decision, facts, decision.position)


def rule(rule: Rule) -> Thing:
    """What no type can say."""
    subjects = tuple(s.on or f"{s.request} and its reply {s.reply}" for s in rule.subjects)
    facts: dict[str, Fact] = {
        "looks at": subjects,
        "holds if": rule.check.text,
        "at": rule.at,
        "way out": rule.fix,
        "level": "" if rule.level is None else str(rule.level),
        "requirements": (rule.requirement,),
    }
    return Thing(Kind.RULE, rule.name, rule.doc, facts, rule.position)


def fault(fault: Fault) -> Thing:
    """A way in which a message can be wrong."""
    facts: dict[str, Fact] = {
        "found by": "checks of what is written; a reader reads on" if fault.author else "every reader",
        "way out": fault.fix,
        "code": fault.code,
        "requirements": fault.requirements,
        "decisions": fault.decisions,
    }
    return Thing(Kind.FAULT, fault.name, fault.doc, facts, fault.position)


def example(example: Example) -> Thing:
    """A named message."""
    facts: dict[str, Fact] = {
        "verdict": str(example.verdict),
        "fails": tuple(f"{failure.rule} at {failure.at or 'the whole message'}" for failure in example.fails),
        "requirements": example.requirements,
        "decisions": example.decisions,
    }
    return Thing(Kind.EXAMPLE, example.name, example.doc, facts, example.position)


def exchange(exchange: ExchangeExample) -> Thing:
    """A named request with its reply."""
    facts: dict[str, Fact] = {
        "fails": tuple(f"{failure.rule} at {failure.of}{failure.at}" for failure in exchange.fails),
        "requirements": exchange.requirements,
        "decisions": exchange.decisions,
    }
    return Thing(Kind.EXCHANGE, exchange.name, exchange.doc, facts, exchange.position)


def session(session: Session) -> Thing:
    """A named recording."""
    facts: dict[str, Fact] = {"messages": str(len(session.messages)), "requirements": session.requirements}
    return Thing(Kind.SESSION, session.name, session.doc, facts, session.position)


def lint_rule(rule: LintRule) -> Thing:
    """What the model itself is checked for; it belongs to the toolkit, so that it has no place in the model."""
    return Thing(Kind.LINT_RULE, rule.name, rule.purpose, {"looks at": f"the {rule.layer} of the model"}, None)
