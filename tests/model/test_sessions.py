"""The sessions of the model keep what no single message can show: order, ids, budgets, identities."""

from __future__ import annotations

from typing import cast

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.model.axes import Decider, Level
from cgp_toolkit.model.knowledge import Session
from cgp_toolkit.model.types import Json
from tests.model.messages import Object, exchanges


def part(message: Object, *path: str) -> Object:
    for name in path:
        message = cast(Object, message[name])
    return message


def items(message: Object, *path: str) -> list[Object]:
    return cast("list[Object]", part(message, *path[:-1])[path[-1]])


@pytest.fixture
def pairs(model: Model) -> list[tuple[str, Object, Object]]:
    """Every request of every session with its reply."""
    return [
        (session.name, request, reply)
        for session in model.sessions.values()
        for request, reply in exchanges(model, session)
        if reply is not None
    ]


def test_every_request_has_one_answer_of_the_right_kind(pairs: list[tuple[str, Object, Object]]) -> None:
    assert len(pairs) > 15


def test_a_session_opens_with_the_handshake_and_closes_when_it_was_accepted(model: Model) -> None:
    for session in model.sessions.values():
        first, answer = next(exchanges(model, session))
        assert first["type"] == model.protocol.opening, session.name
        assert answer is session.messages[1], session.name
        accepted = answer is not None and answer["type"] == model.protocol.answer
        assert (session.messages[-1]["type"] == model.protocol.closing) == accepted, session.name
        assert accepted or len(session.messages) == 2, session.name


def test_versions_of_one_family_are_accepted_and_others_are_named_a_mismatch(model: Model) -> None:
    until, accepted = model.protocol.version.family_until, 0
    for session in model.sessions.values():
        opening, answer = session.messages[:2]
        asked = str(opening["protocol_version"]).split(until)[0]
        if answer["type"] == model.protocol.answer:
            assert str(answer["protocol_version"]).split(until)[0] == asked, session.name
            accepted += 1
        else:
            assert answer["code"] == model.protocol.version.mismatch_code, session.name
            assert asked != model.protocol.revision.split(until)[0], session.name
    assert 0 < accepted < len(model.sessions)


def test_nothing_is_used_that_was_not_declared(model: Model) -> None:
    correlated = lock_step = 0
    for session in model.sessions.values():
        capabilities = cast(Object, session.messages[1].get("capabilities", {}))
        for message in session.messages[2:]:
            envelope = model.envelopes[str(message["type"])]
            if envelope.correlation is not None:
                assert ("id" in message) == capabilities["correlation"], session.name
                correlated, lock_step = correlated + ("id" in message), lock_step + ("id" not in message)
            if envelope.requires is not None:
                assert capabilities[envelope.requires.split(".")[-1]] is True, session.name
            query = cast(Object, message.get("query", {}))
            if "embedding" in query:
                parts = str(capabilities["embeddings_fingerprint"]).split("/")
                assert len(cast("list[Json]", query["embedding"])) == int(parts[1]), session.name
            for wanted in cast("list[Json]", query.get("representation_preferences", [])):
                assert wanted in cast("list[Json]", capabilities["representations"]), session.name
    assert correlated
    assert lock_step


def test_requests_without_id_wait_for_the_answer_before_them(model: Model) -> None:
    overlapping = 0
    for session in model.sessions.values():
        waiting: list[Json] = []
        for message in session.messages:
            envelope = model.envelopes[str(message["type"])]
            if envelope.sender == "provider":
                waiting.remove(message.get("id"))
            elif envelope.reply is not None:
                assert message.get("id") not in waiting, session.name
                assert "id" in message or not waiting, session.name
                waiting.append(message.get("id"))
                overlapping += len(waiting) > 1
    assert overlapping, "no session has two requests in flight"


def test_answers_come_out_of_order_in_one_session(model: Model) -> None:
    def order(session: Session, sender: str) -> list[Json]:
        return [m["id"] for m in session.messages if "id" in m and model.envelopes[str(m["type"])].sender == sender]

    assert any(order(s, "host") != order(s, "provider") for s in model.sessions.values())


def test_answers_keep_the_budget_and_the_kinds_of_their_query(pairs: list[tuple[str, Object, Object]]) -> None:
    checked = 0
    for name, request, reply in pairs:
        if reply["type"] != "frames":
            continue
        query, frames = part(request, "query"), items(reply, "result", "frames")
        assert len(frames) <= cast(int, query["max_frames"]), name
        assert sum(cast(int, frame["token_cost"]) for frame in frames) <= cast(int, query["max_tokens"]), name
        kinds = cast("list[Json]", query.get("kinds", []))
        assert not kinds or all(frame["kind"] in kinds for frame in frames), name
        checked += len(frames)
    assert checked >= 6


def test_frames_are_of_the_kinds_and_representations_that_were_declared(model: Model) -> None:
    for session in model.sessions.values():
        capabilities = cast(Object, session.messages[1].get("capabilities", {}))
        for message in session.messages:
            for frame in items(message, "result", "frames") if message["type"] == "frames" else ():
                assert frame["kind"] in cast("list[Json]", part(capabilities, "query")["kinds"]), session.name
                offered = cast("list[Json]", capabilities.get("representations", ["full"]))
                assert frame.get("representation", "full") in offered, session.name


def test_an_anchored_query_to_a_graph_gets_an_anchored_frame(model: Model) -> None:
    checked = 0
    for session in model.sessions.values():
        if not cast(Object, session.messages[1].get("capabilities", {})).get("graph", False):
            continue
        for request, reply in exchanges(model, session):
            if reply is None or reply["type"] != "frames" or "anchors" not in part(request, "query"):
                continue
            anchors = cast("list[Json]", part(request, "query")["anchors"])
            frames = items(reply, "result", "frames")
            near = [f for f in frames if f.get("uri") in anchors or _leads_to(f, anchors)]
            assert near, session.name
            checked += 1
    assert checked


def _leads_to(frame: Object, anchors: list[Json]) -> bool:
    return any(relation["target_uri"] in anchors for relation in cast("list[Object]", frame.get("relations", [])))


def test_verdicts_answer_the_identities_that_were_asked_about(model: Model) -> None:
    statuses, compared = set(), 0
    for session in model.sessions.values():
        served: dict[Json, Json] = {}
        for request, reply in exchanges(model, session):
            assert reply is not None or request["type"] == model.protocol.closing
            if reply is not None and reply["type"] == "frames":
                served |= {frame["id"]: frame.get("content_digest") for frame in items(reply, "result", "frames")}
            if reply is None or reply["type"] != "verified":
                continue
            asked, verdicts = items(request, "request", "frames"), items(reply, "response", "verdicts")
            assert [verdict["frame"] for verdict in verdicts] == asked, session.name
            # A host may also ask about frames that it holds from a session before.
            for identity in asked:
                if identity["frame_id"] in served:
                    assert served[identity["frame_id"]] == identity["content_digest"], session.name
                    compared += 1
            statuses |= {verdict["status"] for verdict in verdicts}
    assert statuses >= {"valid", "stale"}
    assert compared >= 3


def test_a_stale_frame_is_served_anew_with_the_digest_that_was_announced(model: Model) -> None:
    checked = 0
    for session in model.sessions.values():
        announced: dict[Json, Json] = {}
        for message in session.messages:
            if message["type"] == "verified":
                for verdict in items(message, "response", "verdicts"):
                    if "replacement_digest" in verdict:
                        announced[part(verdict, "frame")["frame_id"]] = verdict["replacement_digest"]
            elif message["type"] == "frames":
                for frame in items(message, "result", "frames"):
                    if frame["id"] in announced:
                        assert frame["content_digest"] == announced[frame["id"]], session.name
                        checked += 1
    assert checked


def test_what_the_lifecycle_decides_is_shown_by_a_session(model: Model) -> None:
    # What is said of malformed lines and unknown envelopes takes a vector to show.
    others = {Decider.VECTOR}
    decided = {
        r.name
        for r in model.requirements.values()
        if Decider.LIFECYCLE in r.decided_by and not others & set(r.decided_by) and r.level is Level.MUST
    }
    assert len(decided) >= 8
    shown = {name for session in model.sessions.values() for name in session.requirements}
    assert decided <= shown, decided - shown
