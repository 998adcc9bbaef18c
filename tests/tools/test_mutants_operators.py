"""Which changes are made in a piece of code, and which are not."""

from typing import Any

import pytest

from tools.mutants.operators import mutants_of, mutated


def changes_in(source: str) -> list[str]:
    """The changes that can be made, in words."""
    return [mutant.change for mutant in mutants_of("piece.py", source)]


def run_with(source: str, change: str) -> dict[str, Any]:
    """What a piece of code defines when it is run with a change."""
    numbers = {mutant.change: mutant.number for mutant in mutants_of("piece.py", source)}
    names: dict[str, Any] = {}
    exec(mutated(source, numbers[change], "piece.py"), names)  # noqa: S102 (code of this test)
    return names


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = a < b", ["a < b → a <= b"]),
        ("x = a == b", ["a == b → a != b"]),
        ("x = a in b", ["a in b → a not in b"]),
        ("x = a and b and c", ["a and b and c → b and c", "a and b and c → a and c", "a and b and c → a and b"]),
        ("x = not a", ["not a → a"]),
        ("x = -a", ["-a → a"]),
        ("x = a + b", ["a + b → a - b"]),
        ("x = 'a' + b", []),
        ("x = 3", ["3 → 4"]),
        ("x = True", ["True → False"]),
        ("x = 'text'", []),
        ("x = a[1:]", ["1: → :", "1 → 2"]),
        ("x = [a, b]", ["a → dropped", "b → dropped"]),
        ("x = {a: b}", ["a: b → dropped"]),
        ("x, y = a, b", []),
        ("x = a in (b, c)", ["a in (b, c) → a not in (b, c)", "b → dropped", "c → dropped"]),
        ("x = a if b else c", ["a if b else c → a", "a if b else c → c"]),
        ("x = [a for a in b if a]", ["if a → dropped"]),
        ("x = sorted(a, key=b)", ["sorted(a, key=b) → list(a)", "sorted(key=b) → dropped"]),
        ("x = min(a)", ["min(a) → max(a)"]),
        ("x = a.b.order_by(c).first()", ["a.b.order_by(c).first() → a.b.order_by(c).last()", "a.b.order_by(c) → a.b"]),
        ("if a: b()", ["a → True", "a → False", "b() → pass"]),
        ("if a == b: pass", ["a == b → True", "a == b → False"]),
        ("while a: break", ["a → False", "break → pass"]),
        ("with a: b()", ["with a → without it", "b() → pass"]),
        ("with a as c: d = c", []),
        ("try: pass\nexcept A: b = 0", ["except A → raised again", "0 → 1"]),
        ("a += b", ["a += b → pass", "a += b → a -= b"]),
        ("a.b = c", ["a.b = c → pass"]),
        ("raise A", ["raise A → pass"]),
        ("match a:\n case b if c: pass", ["c → True"]),
        ("@a\ndef b(): pass", ["@a → dropped"]),
        ("def b(a=True): pass", ["True → False"]),
        ("def a(b):\n c = b\n c = 2\n return c", ["c = 2 → pass", "2 → 3"]),
    ],
)
def test_each_piece_of_code_has_its_changes(code: str, expected: list[str]) -> None:
    assert changes_in(code) == expected


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring that says 3."""',
        "def a(b: Tuple[3]) -> Tuple[4]: ...",
        "a: Literal[3]",
        "x = _('all 3 of %(n)s')",
        "x = ngettext('all %(n)s', 'all %(n)s', a) % {}",
        "logger.warning('%d', 3)",
        "assert a < 3",
        "if TYPE_CHECKING:\n    x = 3",
        "class A(B, frozen=True): ...",
        "x = int | None",
        "@cache\ndef a(): ...",
        "class A:\n    @property\n    def b(self): ...",
    ],
)
def test_equivalent_changes_are_not_made(code: str) -> None:
    assert changes_in(code) == []


def test_a_change_is_made_and_no_other() -> None:
    source = "def cheap(price):\n    limit = 3\n    return price < limit and price > 0\n"
    assert [run_with(source, "price < limit → price <= limit")["cheap"](price) for price in (0, 2, 3)] == [
        False,
        True,
        True,
    ]
    assert [run_with(source, "3 → 4")["cheap"](price) for price in (2, 3, 4)] == [True, True, False]


def test_mutant_is_named_by_file_function_and_change() -> None:
    source = "class A:\n    def b(self, c):\n        return (c < 1, c < 1)\n"
    before = [mutant.key for mutant in mutants_of("piece.py", source)]
    assert before[:2] == ["piece.py: A.b: c < 1 → c <= 1", "piece.py: A.b: 1 → 2"]
    assert before[2:] == [f"{key} (2)" for key in before[:2]]
    assert [mutant.key for mutant in mutants_of("piece.py", f"x = 'first'\n\n\n{source}")] == before
