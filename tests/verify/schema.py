"""What the files of vectors are held against: their schema."""

import json
import math
import re
from importlib.resources import files

from gramcheck.verify import vectors

SCHEMA = json.loads((files(vectors) / "schema.json").read_text(encoding="utf-8"))


def stored(paper):
    """The file of a paper as it is."""
    return json.loads((files(vectors) / f"{paper}.json").read_text(encoding="utf-8"))


TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "number": (int, float),
    "null": type(None),
}
KEYWORDS = {
    "$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "oneOf",
    "required", "properties", "additionalProperties", "items", "minItems", "uniqueItems",
    "minLength", "pattern", "exclusiveMinimum",
}  # fmt: skip


def complaints(value, schema, place="$"):
    """What JSON Schema finds wrong with a value; only the keywords that our schema uses."""
    assert set(schema) <= KEYWORDS, set(schema) - KEYWORDS
    if "$ref" in schema:
        return complaints(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")], place)
    if "type" in schema:
        wanted = schema["type"]
        wrong_bool = isinstance(value, bool) and wanted != "boolean"
        if not isinstance(value, TYPES[wanted]) or wrong_bool:
            return [f"{place}: not of type {wanted}"]
    if "const" in schema and (value != schema["const"] or type(value) is not type(schema["const"])):
        return [f"{place}: not {schema['const']!r}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{place}: not one of {schema['enum']}"]
    found = []
    if "oneOf" in schema:
        fitting = [s for s in schema["oneOf"] if not complaints(value, s, place)]
        found += [] if len(fitting) == 1 else [f"{place}: fits {len(fitting)} of oneOf"]
    if isinstance(value, str):
        if len(value) < schema.get("minLength", 0) or not re.search(
            schema.get("pattern", ""), value
        ):
            found.append(f"{place}: bad text {value!r}")
    elif isinstance(value, int | float) and not value > schema.get("exclusiveMinimum", -math.inf):
        found.append(f"{place}: too small")
    elif isinstance(value, list):
        texts = [json.dumps(item) for item in value]
        if len(value) < schema.get("minItems", 0):
            found.append(f"{place}: too short")
        if schema.get("uniqueItems") and len(set(texts)) < len(texts):
            found.append(f"{place}: repeated items")
        for i, item in enumerate(value):
            found += complaints(item, schema.get("items", {}), f"{place}[{i}]")
    elif isinstance(value, dict):
        properties, others = schema.get("properties", {}), schema.get("additionalProperties", {})
        found += [
            f"{place}: lacks {name}" for name in schema.get("required", ()) if name not in value
        ]
        for name, item in value.items():
            if name not in properties and others is False:
                found.append(f"{place}: unknown {name}")
            else:
                found += complaints(item, properties.get(name, others or {}), f"{place}.{name}")
    return found
