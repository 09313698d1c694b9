"""Messages of the model for first programs."""

from __future__ import annotations

from cgp_toolkit.binding.samples import given, items, valid_messages
from cgp_toolkit.model import Model, Verdict


def test_valid_messages_come_in_the_order_of_the_model_with_what_they_are(any_model: Model) -> None:
    found = list(valid_messages(any_model))
    shown = [e.message for e in any_model.examples.values() if e.verdict is Verdict.VALID and e.message is not None]
    assert [message for _, message in found] == shown
    assert all(message[any_model.protocol.tag] == owner.name for owner, message in found)


def test_what_members_hold_is_given_in_wire_order_item_by_item(any_model: Model) -> None:
    for owner, message in valid_messages(any_model):
        found = list(given(owner, message))
        assert [member for member, _ in found] == [member for member in owner.members if member.name in message]
        for member, held in found:
            assert held == (message[member.name] if member.many else [message[member.name]])


def test_a_list_in_a_member_that_holds_no_list_is_one_item(any_model: Model) -> None:
    single = next(member for owner in any_model.owners() for member in owner.members if not member.many)
    many = next(member for owner in any_model.owners() for member in owner.members if member.many)
    assert items(single, [1, 2]) == [[1, 2]]
    assert items(many, [1, 2]) == [1, 2]
    assert items(many, None) == [None]
