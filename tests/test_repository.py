"""What holds for every file of the repository, by any author; each rule is first shown to find a planted fault."""

import ast
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

pytestmark = pytest.mark.quick

ROOT = Path(__file__).resolve().parent.parent
WIDEST = 160
"""Characters in a line of a template."""
ELSEWHERE = re.compile(r"\.(git|venv|local|hypothesis)|node_modules|test-results|__pycache__|\..*_cache")

# What may stand in no file stands in this one backwards.
FOLDERS = [name[::-1] for name in ("krow", "toor", "emoh", "sresU", "mraf")]
INDEXES = [name[::-1] for name in ("gro.ipyp", "detsohnohtyp", "gro.sjmpn", "naibed.bed")]
WORDS = [name[::-1] for name in ("ODOT", "EMXIF")]


def files_of_the_repository() -> dict[str, str]:
    """Return the text of every file but pictures and what tools leave behind, by its path in the repository."""
    found = {}
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not ELSEWHERE.fullmatch(name)]
        for path in (Path(folder, name) for name in names):
            if b"\0" not in (content := path.read_bytes()):
                found[path.relative_to(ROOT).as_posix()] = content.decode()
    return found


FILES = files_of_the_repository()


def written_in(*endings: str) -> list[str]:
    """Return the files with these endings that people wrote."""
    return sorted(path for path in FILES if path.endswith(endings) and "/migrations/" not in path)


PYTHON = [*written_in(".py"), "run"]
PINS = [path for path in written_in(".txt") if path.startswith("requirements/")]
TEMPLATES = [path for path in written_in(".html", ".txt") if "templates/" in path]


def newer_syntax(text: str) -> list[str]:
    """What the oldest Python does not understand."""
    try:
        ast.parse(text, feature_version=(3, 11))
    except SyntaxError as error:
        return [str(error)]
    return []


def inline_code(text: str) -> list[str]:
    """What the content security policy forbids: scripts and styles inside a page, and things from other hosts."""
    inside = r"<style\b|<script(?![^>]*\ssrc=)[^>]*>|\sstyle=|\son(?!ly|ce|e)[a-z]+=[\"']|\shx-on\b|javascript:"
    outside = r"\s(?:src|srcset)=[\"'](?:https?:)?//|<link[^>]*\shref=[\"'](?:https?:)?//"
    return re.findall(f"{inside}|{outside}", text)


def crowded_lines(text: str) -> list[str]:
    """Lines of a template that are too wide, or begin more than one element; a message stands for itself."""
    spared = re.sub(r"(?s){% blocktranslate.*?{% endblocktranslate %}", lambda said: "\n" * said[0].count("\n"), text)
    begun = [len(re.findall(r"<[a-z]", re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", line))) for line in spared.split("\n")]
    wide = [line for line in text.split("\n") if len(line) > WIDEST]
    return wide + [line for line, many in zip(text.split("\n"), begun, strict=True) if many > 1]


def short_classes(text: str) -> list[str]:
    """Classes of elements whose names do not say what they are."""
    named = [re.sub(r"\{.*?\}+", "", value) for value in re.findall(r"\b(?:class|css)=\"((?:\{.*?\}|[^\"{])*)\"", text)]
    return [name for value in named for name in value.split() if len(name) < 3]


def one_machine(text: str) -> list[str]:
    """Folders and package indexes of the author's machine."""
    return re.findall(rf"(?<![\w.:<*-])/(?:{'|'.join(FOLDERS)})/[a-z.]\S*|\S*(?:{'|'.join(INDEXES)})\S*", text)


def without_hash(text: str) -> list[str]:
    """Requirements that could be exchanged on their way here, and where they are said to come from."""
    pins = [pin for pin in re.split(r"\n(?=[^\s#])", text) if not pin.startswith("#")]
    loose = [pin.splitlines()[0] for pin in pins if not re.match(r"[\w.-]+==\S+( ; .+)? \\\n +--hash=sha256:", pin)]
    return loose + re.findall(r"\S*://\S*", text)


def left_for_later(text: str) -> list[str]:
    """Words of those who mean to come back, and tests that are switched off."""
    return re.findall(rf"\b(?:{'|'.join(WORDS)})\b|@pytest\.mark\.(?:skip|xfail)\b", text)


def not_in_python(text: str) -> list[str]:
    """Imported packages that do not come with Python."""
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or ".")
    return sorted(name for name in names if name.partition(".")[0] not in sys.stdlib_module_names)


Rule = Callable[[str], list[str]]

#: Each rule with the files it is for, faults it has to find, and what it has to let pass.
RULES: list[tuple[Rule, list[str], list[str], list[str]]] = [
    (newer_syntax, PYTHON, ["type Seat = int\n", "def first[T](of: T): ...\n"], ["match seat:\n    case 1: pass\n"]),
    (
        inline_code,
        TEMPLATES,
        [
            "<style>p {}</style>",
            "<script>go()</script>",
            '<script type="module">go()</script>',
            '<p style="color: red">',
            '<p onclick="go()">',
            '<p hx-on:click="go()">',
            '<a href="javascript:go()">',
            '<img src="//elsewhere.example/a.png">',
            '<script src="https://elsewhere.example/a.js"></script>',
            '<link rel="stylesheet" href="https://elsewhere.example/a.css">',
        ],
        ['<script src="/static/a.js" defer></script>', '<a href="https://elsewhere.example/">', '<p class="style">'],
    ),
    (
        crowded_lines,
        TEMPLATES,
        [
            "<p>" + 160 * "x",
            "<li><a href='/'>",
            "  {% if x %}<b>{{ x }}</b> <small>{% endif %}",
            "{% blocktranslate %}a{% endblocktranslate %}<b></b><i></i>",
        ],
        [
            "x" * 160,
            "<b>{{ x }}</b>: {% if x < y %}y{% endif %}</p>",
            "<p>{% blocktranslate %}Your <b>word</b> and <i>mine</i>{% endblocktranslate %}</p>",
            "<p>{% blocktranslate trimmed %}\n  <b>1</b> <i></i>\n{% plural %}\n  3\n{% endblocktranslate %}</p>",
        ],
    ),
    (
        short_classes,
        [*TEMPLATES, *(path for path in PYTHON if not path.startswith(("tests/", "tools/")))],
        ['<p class="bs">', '<b class="lit{% if x == "y" %} go{% endif %}">', '{% picture "back" css="t" %}'],
        ['<li class="row-{{ row }} off">', '<b class="{{ x }}">', '<p class="{% if x == "y" %}rest{% endif %}">'],
    ),
    (
        one_machine,
        list(FILES),
        [*(f"cd /{folder}/ann" for folder in FOLDERS), *(f"from https://{index}/simple" for index in INDEXES)],
        ["it lives in /usr/lib/postgresql", f"https://example.org/{FOLDERS[0]}/of/art"],
    ),
    (
        without_hash,
        PINS,
        ["django==5.2\n", "django>=5.2 \\\n    --hash=sha256:0a", "--index-url https://elsewhere.example/simple\n"],
        ["django==5.2 \\\n    --hash=sha256:0a\n    # via -r app.in\ntzdata==1 ; os == 'x' \\\n    --hash=sha256:0b"],
    ),
    (
        left_for_later,
        [*PYTHON, *TEMPLATES],
        [*(f"# {word}: think" for word in WORDS), "@pytest.mark." + "skip(", "@pytest.mark." + "xfail\n"],
        ["@pytest.mark.skipif("],
    ),
    (
        not_in_python,
        ["run"],
        ["import django.conf", "from babel import Locale"],
        ["import os.path\nfrom ast import walk"],
    ),
]


@pytest.mark.parametrize(("rule", "fault"), [(rule, fault) for rule, _, faults, _ in RULES for fault in faults])
def test_a_planted_fault_is_found(rule: Rule, fault: str) -> None:
    assert rule(fault)


@pytest.mark.parametrize(("rule", "right"), [(rule, right) for rule, _, _, fine in RULES for right in fine])
def test_correct_code_passes(rule: Rule, right: str) -> None:
    assert not rule(right)


@pytest.mark.parametrize(("rule", "paths"), [(rule, paths) for rule, paths, _, _ in RULES])
def test_every_file_keeps_the_rule(rule: Rule, paths: list[str]) -> None:
    assert paths
    assert {path: found for path in paths if (found := rule(FILES[path]))} == {}


APPLICATIONS = ("accounts", "circles", "games", "handbook", "saboteur_site")
BOTH = {"Game"}
"""The model of a table, and `engine.Game`, which is always written with its module."""


def defined(text: str) -> list[str]:
    """The classes and aliases of types that a file defines, without names that a framework looks for: `Meta`, `Command`
    and a class with the name of its base."""
    names = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            inherited = {ast.unparse(base).split(".")[-1] for base in node.bases}
            inner = (one for one in node.body if isinstance(one, ast.ClassDef))
            framework = {"Meta", "Media", *inherited} | ({"Command"} if "BaseCommand" in inherited else set())
            names += [one.name for one in (node, *inner) if one.name not in framework]
        elif isinstance(node, ast.Assign):
            targets = (target.id for target in node.targets if isinstance(target, ast.Name))
            names += [name for name in targets if re.fullmatch(r"[A-Z]+[a-z]\w*", name)]
    return names


def homonyms(texts: Sequence[str]) -> list[str]:
    """The names of classes that stand for two things among the files of an application."""
    trees = [node for text in texts for node in ast.walk(ast.parse(text))]
    classes = {node.name for node in trees if isinstance(node, ast.ClassDef)}
    meant = Counter(name for text in texts for name in defined(text))
    return sorted(name for name, meanings in meant.items() if meanings > 1 and name in classes)


def test_a_second_meaning_of_a_class_name_is_found() -> None:
    assert homonyms(["class Step: ...\nTold = list[int]\n", "Step = int\n"]) == ["Step"]
    assert homonyms(["class Step: ...\n", "class Row:\n    class Step: ...\n"]) == ["Step"]
    assert homonyms(["class Channel(redis.Channel): ...\n", "class Channel(HTTPChannel): ...\n"]) == []
    assert homonyms(["class Command(BaseCommand): ...\n"] * 2 + ["Names = list[str]\n"] * 2) == []


@pytest.mark.parametrize("application", APPLICATIONS)
def test_a_class_name_stands_for_one_thing_in_an_application(application: str) -> None:
    texts = [FILES[path] for path in PYTHON if path.startswith(f"{application}/")]
    assert len({name for text in texts for name in defined(text)}) >= 10
    assert set(homonyms(texts)) - BOTH == set()


def unknown_terms(glossary: str, paths: Iterable[str], code: str) -> list[str]:
    """The names in the second column of the tables of the glossary that are no path and no name in the code."""
    columns = [row.split("|")[2] for row in glossary.splitlines() if row.count("|") == 4]
    terms = {term for column in columns for term in re.findall(r"`([^`]+)`", column)}
    files = {term for term in terms if "/" in term}
    names = {name for term in terms - files for name in re.findall(r"\w+", term)}
    known = set(re.findall(r"\w+", code))
    return sorted({term for term in files if not any(term in path for path in paths)} | names - known)


def test_a_name_of_the_glossary_that_does_not_exist_is_found() -> None:
    assert unknown_terms("| hand | `Hand`, `a/b.py`, `a/c.py` | fist |\n", ["x/a/c.py"], "class Hands") == [
        "Hand",
        "a/b.py",
    ]


def test_every_name_of_the_glossary_exists() -> None:
    code = "\n".join(FILES[path] for path in PYTHON)
    assert unknown_terms(FILES["docs/glossary.md"], FILES, code) == []


def test_imports_run_one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True, no_logo=True) == 0
