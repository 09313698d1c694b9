"""The call to datamodel-code-generator: what is the same for every flavour of types that it writes.

Our own templates lay out each class and alias; the generator contributes type hints, order and imports.  It never sees
what docstrings say: each is a slot, which is filled in afterwards.  So types are worked out anew when they change and
not with every word about them, as that takes longer than anything else.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from string import Template

from datamodel_code_generator import generate
from datamodel_code_generator.enums import DataModelType, InputFileType
from datamodel_code_generator.format import PythonVersion
from datamodel_code_generator.parser import LiteralType

from cgp_toolkit.model import Json

_TEMPLATES = Path(__file__).parent / "templates"

Layout = Mapping[str, object]
"""What a template needs to lay out one class or alias, beside what the generator gives it; ``doc`` is a docstring."""

_DOC = "doc"
_QUOTES = '"""'


class _Slots(Template):
    # Private to us: literals of Python escape it, and no name has it.
    delimiter = "\ue000"
    idpattern = "[0-9]+"


def types_source(
    schema: Mapping[str, Json],
    flavour: DataModelType,
    header: str,
    layouts: Mapping[str, Layout],
    imports: Iterable[str],
    base_class: str = "",
) -> str:
    """Unformatted Python source of the types of ``schema``.

    ``header`` is the docstring of the module.  ``layouts`` goes by class name; ``imports`` are dotted names that the
    layouts use.
    """
    docs: list[str] = []
    bare = tuple((name, json.dumps(_without_docs(layout, docs))) for name, layout in layouts.items())
    head = _slot(header, docs)
    source = _generated(json.dumps(schema), flavour, head, bare, tuple(sorted(imports)), base_class)
    return _Slots(source).substitute({str(number): doc for number, doc in enumerate(docs)})


def _without_docs(value: object, docs: list[str]) -> object:
    """``value`` with a slot in each docstring, whose text goes into ``docs``."""
    match value:
        case Mapping():
            return {key: _slot(part, docs) if key == _DOC else _without_docs(part, docs) for key, part in value.items()}
        case list():
            return [_without_docs(part, docs) for part in value]
        case _:
            return value


def _slot(doc: str, docs: list[str]) -> str:
    docs.append(doc.removeprefix(_QUOTES).removesuffix(_QUOTES))
    return f"{_QUOTES}{_Slots.delimiter}{{{len(docs) - 1}}}{_QUOTES}"


@lru_cache(maxsize=8)
def _generated(
    schema: str,
    flavour: DataModelType,
    header: str,
    layouts: tuple[tuple[str, str], ...],
    imports: tuple[str, ...],
    base_class: str,
) -> str:
    source = generate(
        schema,
        input_filename="lowered schema",
        input_file_type=InputFileType.JsonSchema,
        output_model_type=flavour,
        base_class=base_class,
        custom_template_dir=_TEMPLATES,
        extra_template_data=defaultdict(dict, {name: json.loads(layout) for name, layout in layouts}),
        additional_imports=list(imports),
        custom_file_header=header,
        # Names are settled already.
        custom_class_name_generator=_as_it_is,
        target_python_version=PythonVersion.PY_311,
        strict_refs=True,
        allow_remote_refs=False,
        use_annotated=True,
        field_constraints=True,
        use_standard_collections=True,
        use_union_operator=True,
        use_type_alias=True,
        # Our layout writes the tags; this only tells the generator that there are some.
        use_msgspec_tagged_unions=True,
        enum_field_as_literal=LiteralType.All,
        disable_timestamp=True,
        formatters=[],
    )
    if not isinstance(source, str):
        raise TypeError("the types of one schema are one module")
    return source


def _as_it_is(name: str) -> str:
    return name
