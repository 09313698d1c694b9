"""The lint of a model: rules with ids, each with a purpose and a fixture pair in the tests."""

from __future__ import annotations

from cgp_toolkit.model.collect import Collection
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lint import (
    documentation,
    envelopes,
    examples,
    faults,
    gates,
    guide,
    http,
    jsonrpc,
    knowledge,
    members,
    probes,
    reach,
    references,
    scalars,
    variants,
    versions,
    vocabularies,
)
from cgp_toolkit.model.lint.catalogue import Context, Layer, Rule, model_rule, shape_rule, yaml_rule
from cgp_toolkit.model.model import Model

RULES: tuple[Rule, ...] = (
    yaml_rule("yaml-encoding", "A model file is UTF-8 without a byte order mark."),
    yaml_rule("yaml-character", "Control characters and odd line ends are read differently by every tool."),
    yaml_rule("yaml-syntax", "A model file is well-formed YAML."),
    yaml_rule("yaml-document", "A model file is one document without directives; more would be lost."),
    yaml_rule("yaml-depth", "Values are nested a hundred levels at most, so that no tool runs out of stack."),
    yaml_rule("yaml-duplicate-key", "A key stands once in a mapping; a second one would win silently."),
    yaml_rule("yaml-key", "Keys are plain text; a bare 1 or true is something else to other tools."),
    yaml_rule("yaml-merge", "Merge keys hide where a fact is written."),
    yaml_rule("yaml-tag", "Tags could turn a value into something else."),
    yaml_rule("yaml-alias", "Anchors and aliases hide where a fact is written, and can be recursive."),
    shape_rule("model-shape", "A model file is a mapping with known top-level keys."),
    shape_rule("schema-line", "The first line names the JSON Schema, so that editors complete and check."),
    shape_rule("unknown-key", "Only known keys are read; a misspelt one would be lost."),
    shape_rule("missing-key", "What the model must say is said."),
    shape_rule("wrong-value", "A value is of the kind that its key takes."),
    shape_rule("duplicate-name", "A name is given once over all files."),
    shape_rule("missing-section", "A model names its protocol and its line binding."),
    shape_rule("number-spelling", "A number keeps its spelling when it is read."),
    shape_rule("version-grammar", "The version grammar is ABNF with a regular language that is portable."),
    model_rule("unknown-reference", "Every name that is referred to exists.", references.unknown_reference),
    model_rule("unreachable-type", "Every type is reached from an envelope.", reach.unreachable_type),
    model_rule("recursive-type", "No type holds itself, so that messages have a bounded depth.", reach.recursive_type),
    model_rule("name-form", "Names fit into file names, identifiers and links.", knowledge.name_form),
    model_rule("duplicate-item", "A list of names says each of them once.", knowledge.duplicate_item),
    model_rule("undocumented", "Everything is documented by more than its name.", documentation.undocumented),
    model_rule("doc-sentence", "Documentation is made of sentences.", documentation.doc_sentence),
    model_rule("member-type", "A member has one named type: 'type' or 'list'.", members.member_type),
    model_rule("member-presence", "Authors owe at least what readers need.", members.member_presence),
    model_rule("member-null", "Null reads as absent only where absence is an answer.", members.member_null),
    model_rule("member-omit", "Writers leave out only what reads back as the same.", members.member_omit),
    model_rule("member-default", "Only optional members have defaults, of their own type.", members.member_default),
    model_rule("tag-member", "No member of an envelope has the name of the tag.", members.tag_member),
    model_rule("variant-condition", "A variant depends on one value of a vocabulary.", variants.variant_condition),
    model_rule("variant-members", "A variant does not contradict itself or presence.", variants.variant_members),
    model_rule("variant-refine", "A narrower type is a scalar of the same kind.", variants.variant_refine),
    model_rule("scalar-number", "Numbers have a width and integers a sign and a range.", scalars.scalar_number),
    model_rule("scalar-limits", "Limits fit the kind of value, and each other.", scalars.scalar_limits),
    model_rule("scalar-pattern", "Patterns mean the same in every language.", scalars.scalar_pattern),
    model_rule("scalar-calendar", "A calendar check goes with a pattern.", scalars.scalar_calendar),
    model_rule("scalar-compare", "Values compare in a way that their kind has.", scalars.scalar_compare),
    model_rule("version-scalar", "Versions on the wire follow the version grammar.", versions.version_scalar),
    model_rule(
        "vocabulary-values", "A vocabulary lists values, or is like one that does.", vocabularies.vocabulary_values
    ),
    model_rule("vocabulary-form", "New names have a form where there are namespaces.", vocabularies.vocabulary_form),
    model_rule("vocabulary-unknown", "An unlisted value has a meaning.", vocabularies.vocabulary_unknown),
    model_rule("vocabulary-trait", "Every value has every trait, an unlisted one too.", vocabularies.vocabulary_trait),
    model_rule("envelope-roles", "An envelope goes from one role to another.", envelopes.envelope_roles),
    model_rule("envelope-reply", "A reply goes back and ends the exchange.", envelopes.envelope_reply),
    model_rule("envelope-part", "Opening, answer, failure and closing fit their part.", envelopes.envelope_part),
    model_rule("part-member", "Code, id, text and capabilities are of types that fit.", envelopes.part_member),
    model_rule("gate-path", "A capability's path leads to true or false.", gates.gate_path),
    model_rule("gate-pair", "A request and its reply need the same capability.", gates.gate_pair),
    model_rule("correlation-member", "A correlation id is an optional text.", gates.correlation_member),
    model_rule("correlation-pair", "An id is carried back by replies and failures.", gates.correlation_pair),
    model_rule("missing-fault", "Every fault that readers raise is described.", faults.missing_fault),
    model_rule("unknown-fault", "Every fault that is described is raised.", faults.unknown_fault),
    model_rule("fault-party", "A fault stops readers exactly where they stop.", faults.fault_party),
    model_rule("example-form", "An example shows one message.", examples.example_form),
    model_rule("example-verdict", "What is wrong with an example bears out its verdict.", examples.example_verdict),
    model_rule("example-pointer", "The pointer to what is wrong leads there.", examples.example_pointer),
    model_rule("example-order", "Valid messages keep the order of the model.", examples.example_order),
    model_rule("guide-steps", "A walk through a session explains each of its messages.", guide.guide_steps),
    model_rule("http-status", "Every status of HTTP has a number of its own that says the same.", http.http_status),
    model_rule("rpc-method", "A JSON-RPC method has a name of its own; requests go one way.", jsonrpc.rpc_method),
    model_rule("rpc-envelope", "Every envelope is mapped to JSON-RPC exactly once.", jsonrpc.rpc_envelope),
    model_rule("rpc-shape", "What goes over to JSON-RPC comes back as what it was.", jsonrpc.rpc_shape),
    model_rule("rpc-number", "Every error code has a number of its own, one that is free.", jsonrpc.rpc_number),
    model_rule("rpc-fault", "Exactly the faults that JSON-RPC adds are described.", jsonrpc.rpc_fault),
    model_rule(
        "probe-ground", "Probes build on an inspection, misbehaviours on a mock, some on HTTP.", probes.probe_ground
    ),
    model_rule("probe-message", "The messages of an inspection are for the role inspected.", probes.probe_message),
    model_rule("probe-expectation", "A probe expects what can come of what it sends.", probes.probe_expectation),
    model_rule("mock-answer", "The mock answers every request with its reply.", probes.mock_answer),
)


def lint(model: Model, collection: Collection) -> list[Diagnostic]:
    """Every finding of every rule over the whole model, which was built from ``collection``."""
    context = Context(model, collection)
    return [finding for rule in RULES if rule.check is not None for finding in rule.check(context)]


__all__ = ["RULES", "Context", "Layer", "Rule", "lint"]
