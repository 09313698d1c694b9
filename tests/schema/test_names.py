"""What definitions and their files are called."""

from __future__ import annotations

import dataclasses

from cgp_toolkit.model import Model
from cgp_toolkit.schema import Profile, documents, file_name, settle


def test_an_envelope_is_called_in_pascal_case(model: Model) -> None:
    assert settle(model).envelopes["handshake_ack"] == "HandshakeAck"


def test_an_envelope_gives_way_to_a_type_of_the_same_name(reserved_model: Model) -> None:
    assert "Class" in reserved_model.types
    assert settle(reserved_model).envelopes["class"] == "ClassEnvelope"


def test_a_union_gives_way_to_a_type_of_the_same_name(model: Model) -> None:
    clash = dataclasses.replace(model, protocol=dataclasses.replace(model.protocol, union=next(iter(model.types))))
    assert settle(clash).union == next(iter(model.types)) + "Envelope"


def test_no_two_files_differ_in_case_alone(any_model: Model) -> None:
    names = [file_name(name).casefold() for name in documents(any_model, Profile.WIRE)]
    assert len(names) == len(set(names)) == len(any_model.types) + len(any_model.envelopes) + 1
