"""The schema of the API: as the controllers have it, and as it is committed in `api/openapi.json`.

The file is what clients rely on. `./run manage openapi` writes it; a test fails while it differs from the code.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from dmr.openapi import OpenAPIConfig, build_schema
from dmr.openapi.objects import License, Tag
from dmr.routing import Router

from saboteur_site.web.problems import CONTENT_TYPE

FILE = Path(__file__).parent / "openapi.json"
_DESCRIPTION = """\
Play by a program. Each request carries a personal token (`Authorization: Bearer sab_…`), which you make under
Profile → Programs and tokens. Errors are `application/problem+json` with a stable `code`.

A version of this API is supported for at least a year after it was deprecated; from then on its answers have the
headers `Deprecation` and `Sunset`. New fields, new kinds of events and new addresses may come at any time: ignore what
you do not know."""
_TAGS = {
    "Me": "Who you are, and what waits for you.",
    "Tables": "What you may see of tables.",
    "Play": "What you may do, and doing it.",
    "Talk": "Messages and claims.",
    "Seats": "Taking a seat, and being ready.",
}


def built(router: Router) -> dict[str, Any]:
    """Return the schema as the controllers of a router have it now."""
    config = OpenAPIConfig(
        title="Saboteur by web",
        version="1.0",
        description=_DESCRIPTION,
        license=License(name="MIT", identifier="MIT"),
        tags=[Tag(name=name, description=words) for name, words in _TAGS.items()],
    )
    made: dict[str, Any] = json.loads(json.dumps(build_schema(router, config=config).convert(skip_validation=True)))
    for operations in made["paths"].values():
        for about in ("summary", "description"):  # of the controller; the operations have their own
            operations.pop(about, None)
        for operation in operations.values():
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    (content,) = response["content"].values()
                    response["content"] = {CONTENT_TYPE: content}
    _fold(made)
    return made


def _fold(node: Any) -> None:
    """Put each description into one line."""
    for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        if isinstance(part, dict) and isinstance(part.get("description"), str):
            part["description"] = " ".join(part["description"].split())
        _fold(part)


def as_text(schema: dict[str, Any]) -> str:
    """Return a schema as the file has it."""
    return json.dumps(schema, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


@cache
def committed() -> dict[str, Any]:
    """Return the committed schema."""
    schema: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return schema
