"""The schema of the API, and the page on which people read it."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from api import openapi
from saboteur_site.web.middleware import impersonal


class Operation(NamedTuple):
    """One thing that the API does. `params` have a name and a description; `takes` and `gives` are names of types."""

    name: str
    method: str
    path: str
    summary: str
    description: str
    scope: str
    params: tuple[tuple[str, str], ...]
    takes: str
    gives: str
    fails: tuple[tuple[str, str], ...]


class Field(NamedTuple):
    """A field of a type. `type` names other types, which are `links`."""

    name: str
    type: str
    link: str
    optional: bool


class Type(NamedTuple):
    """A type of a request or an answer."""

    name: str
    words: str
    fields: tuple[Field, ...]


class Part(NamedTuple):
    """Operations about one subject."""

    name: str
    words: str
    operations: tuple[Operation, ...]


@require_safe
@impersonal
def schema(_request: HttpRequest) -> HttpResponse:
    """Return the schema (OpenAPI 3.1)."""
    response = JsonResponse(openapi.committed(), json_dumps_params={"ensure_ascii": False, "sort_keys": True})
    response["Cache-Control"] = "public, max-age=3600"
    return response


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Show all addresses and types of the API."""
    parts, types = _contents()
    return render(request, "api/reference.html", {"parts": parts, "types": types})


@cache
def _contents() -> tuple[tuple[Part, ...], tuple[Type, ...]]:
    """Return the parts and types of the committed schema."""
    schema = openapi.committed()
    found = list(_operations(schema["paths"]))
    parts = tuple(
        Part(tag["name"], tag["description"], tuple(one for name, one in found if name == tag["name"]))
        for tag in schema["tags"]
    )
    schemas = schema["components"]["schemas"]
    return parts, tuple(_type(name, schemas[name]) for name in sorted(schemas))


def _operations(paths: Mapping[str, Any]) -> Iterator[tuple[str, Operation]]:
    for path, operations in sorted(paths.items()):
        for method, operation in operations.items():
            answers = operation["responses"]
            good = next(answer for status, answer in answers.items() if int(status) < 400)
            body = operation.get("requestBody")
            yield (
                operation["tags"][0],
                Operation(
                    name=operation["operationId"],
                    method=method.upper(),
                    path=path,
                    summary=operation["summary"],
                    description=operation.get("description", ""),
                    scope=operation["security"][0]["token"][0],
                    params=tuple((one["name"], one.get("description", "")) for one in operation.get("parameters", ())),
                    takes=_content(body) if body else "",
                    gives=_content(good),
                    fails=tuple(
                        (status, answer["description"])
                        for status, answer in sorted(answers.items())
                        if int(status) >= 400
                    ),
                ),
            )


def _content(about: Mapping[str, Any]) -> str:
    (content,) = about["content"].values()
    return _name(content["schema"])


def _type(name: str, about: Mapping[str, Any]) -> Type:
    needed = about.get("required", ())
    fields = tuple(
        Field(field, _words(kind), _name(kind), field not in needed)
        for field, kind in about.get("properties", {}).items()
    )
    return Type(name, about.get("description", ""), fields)


def _name(kind: Mapping[str, Any]) -> str:
    """Return the name of the type that a schema refers to, of a list that of its entries; "" for none."""
    if "$ref" in kind:
        return str(kind["$ref"]).rpartition("/")[2]
    return _name(kind["items"]) if isinstance(kind.get("items"), dict) else ""


def _words(kind: Mapping[str, Any]) -> str:
    """Return a schema in a few words.

    >>> _words({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}})
    'list of string or null'
    """
    if "$ref" in kind:
        return _name(kind)
    if "enum" in kind:
        return " | ".join(str(one) for one in kind["enum"])
    if "anyOf" in kind:
        return " or ".join(map(_words, kind["anyOf"]))
    if isinstance(kind.get("items"), dict):
        return f"list of {_words(kind['items'])}"
    if "prefixItems" in kind:
        return f"list of {', '.join(map(_words, kind['prefixItems']))}"
    if isinstance(kind.get("additionalProperties"), dict):
        return f"object of {_words(kind['additionalProperties'])}"
    return str(kind.get("type", "any"))
