"""The call to datamodel-code-generator: what is the same for every flavour of types that it writes.

Importing it takes longer than most of what a run does, so only :mod:`.generator_process` imports this module.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

from datamodel_code_generator import generate
from datamodel_code_generator.enums import DataModelType, InputFileType
from datamodel_code_generator.format import PythonVersion
from datamodel_code_generator.parser import LiteralType

from cgp_toolkit.targets.python.generator_process import Job

_TEMPLATES = Path(__file__).parent / "templates"


def generated(job: Job) -> str:
    """Unformatted Python source of the types of one schema."""
    source = generate(
        job.schema,
        input_filename="lowered schema",
        input_file_type=InputFileType.JsonSchema,
        output_model_type=DataModelType(job.flavour),
        base_class=job.base_class,
        custom_template_dir=_TEMPLATES,
        extra_template_data=defaultdict(dict, {name: json.loads(layout) for name, layout in job.layouts}),
        additional_imports=list(job.imports),
        custom_file_header=job.header,
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
