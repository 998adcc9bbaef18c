"""Small changes of Python code, each of which some test should notice.

The changes are made in the tree of a module and never in its file. What cannot change behaviour is left alone:
annotations, docstrings, messages, asserts, lines of a log, caches.
"""

import ast
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any, NamedTuple

LONGEST = 160
"""Characters of each side of a change that are told."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
BOUNDS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitAnd,
}
TWINS = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "sorted": "list",
    "reversed": "list",
    "filter": "exclude",
    "exclude": "filter",
    "first": "last",
    "last": "first",
    "earliest": "latest",
    "latest": "earliest",
}
STEPS = {"order_by", "select_for_update", "distinct", "filter", "exclude", "strip", "lower", "casefold"}
"""Methods that give something of the kind they were asked of, so that a chain holds without them."""
IGNORED_CALLS = {"_", "gettext", "gettext_lazy", "ngettext", "pgettext", "logger", "log", "cast", "TypeVar"}
"""Whatever is done with these changes no behaviour, or belongs to other tests."""
LASTING = {"cache", "lru_cache", "cached_property", "property", "staticmethod", "classmethod", "overload", "override"}
LASTING |= {"contextmanager", "abstractmethod", "dataclass", "total_ordering", "wraps", "final", "setter"}
"""Decorators without which nothing runs, or all runs the same."""
NOT_RUN = {"annotation", "returns", "type_params", "format_spec"}

Place = tuple[list[Any], int] | tuple[ast.AST, str]
"""Where a node hangs: in a list at an index, or at another node in a field."""


class Mutant(NamedTuple):
    """A module with one change, without its code."""

    path: str
    """Of the module, below the root of the repository."""
    function: str
    """The qualified name of the function or class that is changed, or `<module>`."""
    change: str
    """What was, an arrow, and what is; counted when the same change can be made twice in a function."""
    number: int
    """Which of the changes of this module."""
    line: int
    lines: tuple[int, int]
    """First and last line of the statement."""
    bound: frozenset[str]
    """The names that are bound by the statement of the module in which it stands."""
    is_inside: bool
    """Whether it is inside a function, and not what runs when the module is imported."""

    @property
    def key(self) -> str:
        """What names it for good, also when lines move."""
        return f"{self.path}: {self.function}: {self.change}"


class Change(NamedTuple):
    """One change that can be made in a tree."""

    at: ast.expr | ast.stmt | ast.ExceptHandler
    before: str
    after: str
    make: Callable[[], None]


class Scope(NamedTuple):
    """Where the walk through a tree is."""

    names: tuple[str, ...] = ()
    bound: frozenset[str] = frozenset()
    function: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    lines: tuple[int, int] = (1, 1)


def mutants_of(path: str, source: str) -> list[Mutant]:
    """All mutants of a module, in the order of its lines."""
    found: list[Mutant] = []
    times: dict[str, int] = {}
    for number, (scope, change) in enumerate(changes(ast.parse(source))):
        function = ".".join(scope.names) or "<module>"
        words = f"{change.before} → {change.after}"
        said = f"{function}: {words}"
        times[said] = times.get(said, 0) + 1
        if times[said] > 1:
            words += f" ({times[said]})"
        inside = scope.function is not None
        found.append(Mutant(path, function, words, number, change.at.lineno, scope.lines, scope.bound, inside))
    return found


def mutated(source: str, number: int, path: str) -> CodeType:
    """The code of a module with one of its changes."""
    tree = ast.parse(source)
    for place, (_, change) in enumerate(changes(tree)):
        if place == number:
            change.make()
            return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
    raise IndexError(number)


def changes(tree: ast.Module) -> Iterator[tuple[Scope, Change]]:
    """Every change that can be made in a module, and where."""
    yield from _inside(tree, Scope())


def _inside(node: ast.AST, scope: Scope) -> Iterator[tuple[Scope, Change]]:
    """The changes below a node."""
    for field, value in list(ast.iter_fields(node)):
        if field in NOT_RUN or (isinstance(node, ast.ClassDef) and field in ("keywords", "bases")):
            continue
        children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, child in children:
            if not isinstance(child, ast.AST) or _is_mute(child):
                continue
            below = _scope_below(node, field, child, scope)
            for change in _changes_of(child, (node, field) if index is None else (value, index), node, below):
                yield below, change
            yield from _inside(child, below)


def _scope_below(node: ast.AST, field: str, child: ast.AST, scope: Scope) -> Scope:
    """The scope of a child, from that of its parent."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and field == "body":
        scope = scope._replace(function=node)
    if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        scope = scope._replace(names=(*scope.names, child.name))
    if isinstance(child, ast.stmt):
        if isinstance(node, ast.Module):
            scope = scope._replace(bound=bound_by(child))
        return scope._replace(lines=(child.lineno, child.end_lineno or child.lineno))
    if isinstance(child, ast.ExceptHandler):
        return scope._replace(lines=(child.lineno, child.end_lineno or child.lineno))
    compound = isinstance(node, ast.If | ast.While | ast.For | ast.With | ast.Match | ast.match_case | ast.Try)
    if compound and isinstance(child, ast.expr):
        scope = scope._replace(lines=(child.lineno, child.end_lineno or child.lineno))
    return scope


def bound_by(statement: ast.stmt) -> frozenset[str]:
    """The names that a statement of a module gives a value."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return frozenset({statement.name})
    if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return frozenset(node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
    stored = (node for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return frozenset(node.id for node in stored)


def _is_mute(node: ast.AST) -> bool:
    """Tell whether nothing below a node matters to behaviour."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) or _is_mute(node.value)
    if isinstance(node, ast.Call):
        return _first_name(node.func) in IGNORED_CALLS
    if isinstance(node, ast.If):
        return _first_name(node.test) == "TYPE_CHECKING"
    return isinstance(node, ast.Assert | ast.Import | ast.ImportFrom | ast.Global | ast.Nonlocal)


def _first_name(node: ast.AST) -> str:
    """The name that a chain of attributes and calls begins with."""
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _changes_of(node: ast.AST, place: Place, parent: ast.AST, scope: Scope) -> Iterator[Change]:
    """The changes that replace a node or drop it."""
    match node:
        case ast.Compare():
            yield from _compared(node, is_condition=_is_condition(place, parent))
        case ast.BoolOp():
            yield from (_put(node, place, _without(node.values, drop, node)) for drop in node.values)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield _put(node, place, node.operand)
        case ast.BinOp():
            yield from _reckoned(node, scope)
        case ast.Constant():
            if isinstance(node.value, bool):
                yield _put(node, place, ast.Constant(not node.value))
            elif isinstance(node.value, int | float):
                yield _put(node, place, ast.Constant(node.value + 1))
        case ast.Call():
            yield from _called(node, place)
        case ast.Slice():
            for field in ("lower", "upper"):
                if getattr(node, field):
                    yield _field(node, field, None)
        case ast.List() | ast.Set() | ast.Dict() | ast.Tuple():
            yield from _shorter(node, parent)
        case ast.IfExp():
            yield from (_put(node, place, branch) for branch in (node.body, node.orelse))
        case ast.comprehension():
            for condition in node.ifs:
                yield _dropped(condition, node, f"if {_words(condition)}")
        case ast.match_case():
            if node.guard:
                yield _field(node, "guard", ast.Constant(True), node.guard)
        case ast.ExceptHandler():
            if not any(isinstance(statement, ast.Raise) for statement in node.body):
                words = f"except {_words(node.type) if node.type else ''}", "raised again"
                yield Change(node, *words, lambda: setattr(node, "body", [ast.Raise()]))
        case ast.stmt():
            yield from _stated(node, place, scope)


def _stated(node: ast.stmt, place: Place, scope: Scope) -> Iterator[Change]:
    """The changes of a statement."""
    match node:
        case ast.If():
            yield from (_field(node, "test", ast.Constant(value), node.test) for value in (True, False))
        case ast.While():
            yield _field(node, "test", ast.Constant(False), node.test)
        case ast.With() if not any(item.optional_vars for item in node.items):
            head = ", ".join(ast.unparse(item) for item in node.items)
            yield _put(node, place, ast.If(ast.Constant(True), node.body, []), (f"with {head}", "without it"))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            for decorator in node.decorator_list:
                if not {_first_name(decorator), *_attributes(decorator)} & LASTING:
                    yield _dropped(decorator, node, f"@{_words(decorator)}")
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Delete() | ast.Raise() | ast.Continue() | ast.Break():
            yield _put(node, place, ast.Pass())
            if isinstance(node, ast.AugAssign) and (other := RECKONED.get(type(node.op))):
                yield _field(node, "op", other())
        case ast.Return(value=None) if scope.function:
            yield _put(node, place, ast.Pass())
        case ast.Assign() if all(_is_set_before(target, node, scope) for target in node.targets):
            yield _put(node, place, ast.Pass())


def _attributes(node: ast.AST) -> set[str]:
    return {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}


def _is_set_before(target: ast.expr, statement: ast.stmt, scope: Scope) -> bool:
    """Tell whether what is assigned to has a value without the assignment too, as far as one can see."""
    if isinstance(target, ast.Attribute | ast.Subscript):
        return True
    if not isinstance(target, ast.Name) or scope.function is None:
        return False
    for node in ast.walk(scope.function):
        if isinstance(node, ast.arg) and node.arg == target.id:
            return True
        stored = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == target.id
        if stored and node.lineno < statement.lineno:  # type: ignore[attr-defined]
            return True
    return False


def _is_condition(place: Place, parent: ast.AST) -> bool:
    """Tell whether a comparison is the whole condition of a statement, which is changed as a whole already."""
    return isinstance(parent, ast.If | ast.While) and place[1] == "test"


def _compared(node: ast.Compare, *, is_condition: bool) -> Iterator[Change]:
    for index, operator in enumerate(node.ops):
        if type(operator) in BOUNDS or not is_condition:
            yield _in_list(node, node.ops, index, COMPARED[type(operator)]())


def _reckoned(node: ast.BinOp, scope: Scope) -> Iterator[Change]:
    """Another operator, where both sides may be numbers or sets."""
    of_kinds = isinstance(node.op, ast.BitOr) and scope.function is None
    if not (of_kinds or _is_text(node.left) or _is_text(node.right)) and (other := RECKONED.get(type(node.op))):
        yield _field(node, "op", other())


def _is_text(node: ast.expr) -> bool:
    """Tell whether a node gives a text or a list, as far as one can see."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp) or _is_mute(node)


def _called(node: ast.Call, place: Place) -> Iterator[Change]:
    """A call with a twin of the function, without one of the keywords, or left out of a chain."""
    match node.func:
        case ast.Name(id="sorted" | "reversed"):
            yield _put(node, place, ast.Call(ast.Name("list", ast.Load()), node.args[:1], []))
        case ast.Name(id=name) if name in TWINS:
            yield _field(node, "func", ast.Name(TWINS[name], ast.Load()))
        case ast.Attribute(attr=name, value=value):
            if name in TWINS:
                yield _field(node, "func", ast.Attribute(value, TWINS[name], ast.Load()))
            if name in STEPS and not isinstance(value, ast.Name):
                yield _put(node, place, value)
    for keyword in node.keywords:
        if keyword.arg:
            yield _dropped(keyword, node, f"{_words(node.func)}({_words(keyword)})")


def _shorter(node: ast.List | ast.Set | ast.Dict | ast.Tuple, parent: ast.AST) -> Iterator[Change]:
    """A collection without one of its members; a tuple only where no number of members is asked for."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            yield _dropped((key, value), node, f"{_words(key)}: {_words(value)}" if key else f"**{_words(value)}")
    elif not isinstance(node, ast.Tuple) or isinstance(parent, ast.Compare | ast.Call | ast.ExceptHandler):
        is_read = isinstance(node, ast.Set) or isinstance(node.ctx, ast.Load)
        yield from (_dropped(member, node, _words(member)) for member in node.elts if is_read)


# -- how a change is made


def _words(node: ast.AST) -> str:
    """The code of a node in one line; a long one is told by its two ends."""
    words = " ".join(ast.unparse(node).split())
    return words if len(words) <= LONGEST else f"{words[: LONGEST // 2]} … {words[-LONGEST // 2 :]}"


def _put(node: Any, place: Place, new: ast.AST, words: tuple[str, str] | None = None) -> Change:
    """Put another node into its place."""

    def make() -> None:
        if isinstance(place[0], list):
            place[0][place[1]] = ast.copy_location(new, node)
        else:
            setattr(*place, ast.copy_location(new, node))

    return Change(node, *(words or (_words(node), _words(new))), make)


def _field(node: Any, field: str, new: Any, words: ast.expr | None = None) -> Change:
    """Give a node another value in a field; told is the node, or what is in the field."""
    old = getattr(node, field)
    before = _words(words or node)
    setattr(node, field, new)
    after = _words(new if words else node)
    setattr(node, field, old)
    return Change(words or node, before, after, lambda: setattr(node, field, new))


def _in_list(node: ast.expr, members: list[Any], index: int, new: Any) -> Change:
    """Put another member into a list of a node."""
    old, before = members[index], _words(node)
    members[index] = new
    after = _words(node)
    members[index] = old
    return Change(node, before, after, lambda: members.__setitem__(index, new))


def _dropped(member: Any, node: Any, words: str) -> Change:
    """Drop one of the members of a node, whatever list of it the member is in."""

    def make() -> None:
        if isinstance(node, ast.Dict):
            index = next(index for index, value in enumerate(node.values) if value is member[1])
            del node.keys[index], node.values[index]
            return
        for _, members in ast.iter_fields(node):
            if isinstance(members, list) and any(one is member for one in members):
                members.remove(member)

    place = member if hasattr(member, "lineno") else node
    return Change(place, words, "dropped", make)


def _without(values: list[ast.expr], drop: ast.expr, node: ast.BoolOp) -> ast.expr:
    """A chain of conditions without one of them."""
    rest = [value for value in values if value is not drop]
    return rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
