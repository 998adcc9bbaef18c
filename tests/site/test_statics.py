"""Styles and scripts are sent without what only readers need, and mean the same."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory

from saboteur_site.web import statics
from saboteur_site.web.bundles import BUNDLES
from saboteur_site.web.statics import OLD_FILES_LAST, FilesMiddleware, drop_old_files, sent

STATIC = Path(settings.BASE_DIR, "static")
OURS = sorted(str(file.relative_to(STATIC)) for kind in ("css", "js") for file in STATIC.glob(f"{kind}/*.{kind}"))
TEXTS = re.compile(r'"[^"\n]*"|`[^`]*`')


@pytest.mark.parametrize(
    ("name", "written", "to_browsers"),
    [
        (
            "css/a.css",
            "/* a\n * b */\na:is(b, c) > d :hover { width: calc(1px - 2px); }\n",
            "a:is(b,c)>d :hover{width:calc(1px - 2px)}",
        ),
        ("js/a.js", '// a\n(() => {\n\n  // b\n  c("//d"); // e\n})();\n', '(()=>{c("//d");})();'),
        ("django_htmx/a.js", "// not ours\n", "// not ours\n"),
        ("cards.svg", "<svg>\n  <g/>\n</svg>", "<svg>\n  <g/>\n</svg>"),
    ],
)
def test_only_unused_data_is_left_out(name: str, written: str, to_browsers: str) -> None:
    assert sent(name, written.encode()).decode() == to_browsers


def code(name: str, text: str) -> str:
    """What is left of a file without comments, the last semicolon of a rule and white space."""
    without = r"/\*.*?\*/|;(?=\s*\})" if name.endswith(".css") else r"(?m:^\s*//.*$|\s//\s.*$)|/\*.*?\*/"
    return "".join(re.sub(without, "", text, flags=re.DOTALL if name.endswith(".css") else 0).split())


@pytest.mark.parametrize("name", OURS)
def test_minified_scripts_keep_code_and_texts(name: str) -> None:
    written = (STATIC / name).read_text()
    to_browsers = sent(name, written.encode()).decode()

    assert len(to_browsers) < len(written)
    assert code(name, to_browsers) == code(name, written)
    assert set(TEXTS.findall(to_browsers)) <= set(TEXTS.findall(written))
    assert sent(name, to_browsers.encode()).decode() == to_browsers


# -- files of earlier releases


def test_files_of_an_earlier_release_stay_for_a_month(tmp_path: Path) -> None:
    folder, now = tmp_path / "static", 1e9
    (folder / "js").mkdir(parents=True)

    def release(*names: str, at: float) -> list[str]:
        for name in names:
            (folder / name).touch()
        present = [name for name in names if not name.endswith((".gz", ".br"))]
        drop_old_files(folder, present, at)
        return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.*"))

    first, second = ("js/a.111111111111.js", "js/a.111111111111.js.br"), ("js/a.222222222222.js", "js/b.js")
    assert release(*first, at=now) == [*first]
    # The first release was served for years; it is the second one that ends it.
    later = now + 99 * OLD_FILES_LAST
    assert release(*second, at=later) == [*first, *second]
    assert release(*second, at=later + OLD_FILES_LAST - 1) == [*first, *second]
    assert release(*second, at=later + OLD_FILES_LAST) == [*second]


def test_a_file_that_comes_back_is_no_old_one_any_more(tmp_path: Path) -> None:
    (folder := tmp_path / "static").mkdir()
    (folder / "a.js").touch()
    for present, at in (([], 0.0), (["a.js"], 5.0), ([], OLD_FILES_LAST + 1.0), ([], 2 * OLD_FILES_LAST)):
        drop_old_files(folder, present, at)
    assert (folder / "a.js").exists()


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("/static/css/site.0123456789ab.css", "/static/css/site.ba9876543210.css"),
        ("/static/css/site.ba9876543210.css", ""),
        ("/static/css/other.0123456789ab.css", ""),
        ("/static/../secret.0123456789ab.css", ""),
        ("/elsewhere/css/site.0123456789ab.css", ""),
    ],
)
def test_a_name_of_another_release_leads_to_the_file_of_this_one(
    asked: str, found: str, rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Manifest:
        hashed_files = {"css/site.css": "css/site.ba9876543210.css"}  # noqa: RUF012 (of a stand-in)

    monkeypatch.setattr(statics, "staticfiles_storage", Manifest)
    answer = FilesMiddleware(lambda _request: HttpResponse(status=404))(rf.get(asked))
    assert (answer.status_code, answer.get("Location", "")) == ((302, found) if found else (404, ""))


# -- bundles


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_has_its_files_in_order(name: str, client: Client) -> None:
    answer = client.get(f"/static/{name}")

    assert answer.getvalue() == b"\n".join((STATIC / part).read_bytes() for part in BUNDLES[name])
    assert answer["Content-Type"].startswith("text/css" if name.endswith(".css") else "text/javascript")
    assert not (STATIC / name).exists()


def test_bundles_are_collected_under_names_with_hashes(static_root: Path) -> None:
    names = json.loads((static_root / "staticfiles.json").read_text())["paths"]

    for name, parts in BUNDLES.items():
        hashed = static_root / names[name]
        assert hashed.read_text() == (static_root / name).read_text()
        assert code(name, hashed.read_text()) == "".join(code(name, (STATIC / part).read_text()) for part in parts)
        assert hashed.with_name(f"{hashed.name}.br").exists()
