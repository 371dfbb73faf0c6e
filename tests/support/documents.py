"""The JSON documents of commands, compared with their schemas."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import jsonschema
from referencing import Registry, Resource

from tidemark import real


def schema(name: str) -> Any:
    return json.loads((resources.files("tidemark.checker.runs") / name).read_text(encoding="utf-8"))


def require_valid(command: str, data: Any) -> None:
    """Refuse a document that is not as the schema of its command says."""
    trace, outputs = schema("trace.schema.json"), schema("output.schema.json")
    documents = [(one["$id"], Resource.from_contents(one)) for one in (trace, outputs)]
    name = "system" if command in real.SYSTEMS else command
    wanted = trace if command == "replay" else {"$ref": f"{outputs['$id']}#/$defs/{name}"}
    validator = jsonschema.Draft202012Validator(wanted, registry=Registry().with_resources(documents))
    validator.validate(data)
