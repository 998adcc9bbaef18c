"""The drawn cards show what the rules say, in colours that can be told apart, in few bytes."""

import gzip
import math
import re
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.art import tokens
from games.art.files import files
from games.art.tunnels import EDGE, route, split
from games.rules import cards, roles
from games.sheets.pictures import BASE, FILE_OF, in_files, pictures

STATIC = Path(settings.BASE_DIR) / "static"
PICTURES = pictures()
TUNNELS = [*cards.BASE_TUNNELS, *cards.SABOTEUR2_TUNNELS]
RIM = 18
"""Half the width of a bore with its dark rim, in card units."""

PAIRS: tuple[tuple[str, str, float], ...] = (
    *((text, ground, 4.5) for text in ("ink", "mut", "ac", "bad", "good") for ground in ("bg", "sf")),
    ("on", "ac", 4.5),
    *((text, ground, 4.5) for text in ("chalk", "amber") for ground in ("mine", "glow")),
    *((edge, ground, 3.0) for edge in ("ctl", "foc") for ground in ("bg", "sf")),
    *((edge, ground, 3.0) for edge in ("lit", "white") for ground in ("mine", "glow")),
    ("white", "halo", 3.0),
    ("white", "no", 4.5),
    ("white", "ok", 4.5),
    *((part, ground, 3.0) for part, ground in (("f1", "r1"), ("f1", "r2"), ("f1", "rim"), ("f1", "g1"), ("rim", "f1"))),
    *((part, ground, 3.0) for part, ground in (("b1", "rim"), ("go", "g1"), ("go", "r3"), ("c1", "r3"), ("c1", "r1"))),
    *((part, "pa", 3.0) for part in ("no", "ok", "ol", "wd")),
    *(("white", door, 4.5) for door in ("tb", "tg")),
    *((part, ground, 3.0) for part, ground in (("f1", "r3"), ("pa", "r3"), ("fl", "g1"))),
)
"""What lies on what, and the contrast it needs: 4.5 for text, 3 for controls, edges and pictures (WCAG 2.2 AA)."""

Point = tuple[float, float]


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` as WCAG defines it, 0 to 1."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast of two colours as WCAG defines it, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return round((high + 0.05) / (low + 0.05), 2)


def along(path: str) -> list[Point]:
    """Points along path data of M, L and Q, close to one another."""
    points: list[Point] = []
    here: Point = (0, 0)
    for letter, text in re.findall(r"([MLQ])([^MLQ]*)", path):
        numbers = [float(number) for number in text.split()]
        ends = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter != "M":
            middle = ends[0] if letter == "Q" else ((here[0] + ends[0][0]) / 2, (here[1] + ends[0][1]) / 2)
            for step in range(51):
                t = step / 50
                weights = ((1 - t) ** 2, 2 * t * (1 - t), t * t)
                corners = (here, middle, ends[-1])
                points.append(
                    (
                        sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True)),
                        sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True)),
                    )
                )
        here = ends[-1]
    return points


def rims(code: str) -> list[list[Point]]:
    """The middle line of each bore of a drawn card, read from its picture."""
    edge = r'<path d="([^"]+)" stroke="var\(--rim\)" stroke-width="36"'
    return [along(path) for path in re.findall(edge, PICTURES[code])]


def action_id(name: str) -> str:
    return "a-" + name.replace(":", "-").replace("+", "-")


@pytest.mark.parametrize("code", TUNNELS)
def test_every_open_side_reaches_its_edge_and_every_other_is_rock(code: str) -> None:
    """R3, R4: what is drawn is what the code says."""
    points = [point for bore in rims(f"t-{code}") for point in bore]
    walls = {"N": lambda p: p[1], "E": lambda p: 80 - p[0], "S": lambda p: 100 - p[1], "W": lambda p: p[0]}
    is_open = {side for group in split(code)[0] for side in group}
    for side, depth in walls.items():
        nearest = min(map(depth, points))
        assert (nearest <= 0) if side in is_open else (nearest > RIM), side


@pytest.mark.parametrize("code", [code for code in TUNNELS if "." in code and code not in ("NS.EW",)])
def test_groups_that_are_not_joined_have_rock_between_them(code: str) -> None:
    """R3: a stub leads nowhere and double bends do not meet; only the bridge crosses."""
    bores = rims(f"t-{code}")
    assert len(bores) == len(code.split("-")[0].split("."))
    for place, one in enumerate(bores):
        for other in bores[place + 1 :]:
            assert min(math.dist(p, q) for p in one for q in other) > 25


def test_a_bore_starts_in_the_middle_of_its_edge() -> None:
    assert {tuple(map(float, EDGE[side])) for side in "NESW"} == {(40, -4), (84, 50), (40, 104), (-4, 50)}
    assert route("NS", ("NS",)) == "M40 -4L40 104"


def test_every_card_role_goal_and_chest_of_the_catalogues_has_its_picture() -> None:
    wanted = {f"t-{code}" for code in TUNNELS} | {"t-start", "r0", "r1", "r2", "goal", "back", "chest-back"}
    actions = {**cards.BASE_ACTIONS, **cards.SABOTEUR2_ACTIONS, **cards.MODULE_ACTIONS}
    wanted |= {action_id(name) for name in actions} | {"a-miner", "x-miner"}
    wanted |= {f"role-{role}" for role in roles.ALL_ROLES} | {"role-unknown"}
    wanted |= {f"g-{goal}" for goal in cards.GOAL_TUNNELS} | {f"c-{chest}" for chest in cards.CHESTS}
    wanted |= {f"gold-{nuggets}" for nuggets in cards.GOLD_CARDS}
    wanted |= {"f-costume-department", "f-tunnel-party"}
    wanted |= {f"i-{tool}" for tool in cards.TOOLS} | {f"i-break-{tool}" for tool in cards.TOOLS}
    assert wanted <= PICTURES.keys()


@pytest.mark.parametrize(("goal", "code"), cards.GOAL_TUNNELS.items())
def test_a_goal_turned_up_shows_the_bores_of_its_tunnel(goal: str, code: str) -> None:
    assert rims(f"g-{goal}") == [along(route(code, (code,)))]


@pytest.mark.parametrize("code", [code for code in TUNNELS if "-" in code])
def test_doors_ladders_and_crystals_are_drawn_on_the_card(code: str) -> None:
    colour = {"blue": "--tb)", "green": "--tg)", "ladder": "--wd)", "crystal": "--c1)"}[code.partition("-")[2]]
    plain = code.partition("-")[0]
    assert colour in PICTURES[f"t-{code}"]
    assert f"t-{plain}" not in PICTURES or PICTURES[f"t-{plain}"] != PICTURES[f"t-{code}"]


def test_no_two_pictures_of_things_that_may_meet_are_alike() -> None:
    faces = [name for name in PICTURES if re.match(r"[tacgf]-|role-|gold-|goal|back", name)]
    assert len({PICTURES[name] for name in faces}) == len(faces)


def test_harm_wears_a_cross_and_help_a_tick_so_that_colour_is_not_all() -> None:
    cross, tick = "M-4.5-4.5 4.5 4.5", "M-5.5.5-1.5 4.5 6-4.5"
    assert all(cross in PICTURES[f"a-break-{tool}"] and tick in PICTURES[f"a-repair-{tool}"] for tool in cards.TOOLS)
    assert cross not in PICTURES["a-map"]
    assert tick not in PICTURES["a-map"]


def test_blue_doors_bear_a_disc_and_green_doors_a_triangle() -> None:
    assert "<circle" in PICTURES["t-EW-blue"]
    assert "<circle" not in PICTURES["t-EW-green"]


def test_the_files_are_well_formed_and_every_picture_is_in_one_of_them() -> None:
    found: list[str | None] = []
    for path, drawn in in_files().items():
        symbols = list(ElementTree.fromstring(files(in_files())[path]))  # noqa: S314  our own drawing
        assert [symbol.get("id") for symbol in symbols] == list(drawn)
        assert {symbol.get("viewBox") for symbol in symbols} == {"0 0 80 100"}
        found += drawn
    assert found == list(PICTURES) == list(FILE_OF)


def test_the_base_game_needs_one_file_of_pictures() -> None:
    tunnels = {f"t-{code}" for code in (*cards.BASE_TUNNELS, "start")}
    actions = {action_id(name) for name in cards.BASE_ACTIONS}
    others = {"r0", "r1", "r2", "goal", "back", "role-unknown", "role-digger", "role-saboteur", "g-gold", "i-gold"}
    assert {FILE_OF[name] for name in tunnels | actions | others} == {BASE}
    assert BASE not in {FILE_OF[f"t-{code}"] for code in cards.SABOTEUR2_TUNNELS}


def test_templates_name_pictures_in_the_file_that_holds_them() -> None:
    named = re.compile(r"{% static '(\w+\.svg)' %}#([\w.-]+)\"")
    templates = Path(settings.BASE_DIR / "templates").rglob("*.html")
    pairs = {(file, name) for path in templates for file, name in named.findall(path.read_text())}
    assert len(pairs) >= 4
    assert {(file, name) for file, name in pairs if FILE_OF.get(name) != file} == set()


def test_art_has_no_text_gradient_address_or_fixed_colour() -> None:
    for name, picture in PICTURES.items():
        assert not re.search(r"<text|Gradient|url\(|href|style=|class=", picture), name
        assert set(re.findall(r"#\w+", picture)) <= {"#fff"}, name
        assert set(re.findall(r"var\(--(\w+)\)", picture)) <= tokens.TOKENS.keys(), name


@pytest.mark.parametrize("theme", [tokens.LIGHT, tokens.DARK])
def test_adjacent_colours_are_distinguishable(theme: int) -> None:
    for part, ground, need in PAIRS:
        assert contrast(tokens.TOKENS[part][theme], tokens.TOKENS[ground][theme]) >= need, (part, ground)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#ffffff", "#000000") == 21
    assert contrast("#777777", "#ffffff") == 4.48
    assert contrast("#8a3f06", "#8a3f06") == 1


OTHERS = ("setup.css", "ceremony.css", "book.css", "devices.css", "mybook.css", "replay.css", "talk.css")


def test_the_style_sheets_use_only_tokens_that_exist() -> None:
    own = {"dn", "large", "least", "under", "cols", "rows", "bw", "bh", "nx", "ny", "u", "c", "r", "p"}
    of_site = own | set("aektnswxy")
    of_site |= {"top", "line", "button", "actions", "card", "plate", "side", "slot", "right", "coach", "at"}
    of_django_admin = {"hairline-color", "body-quiet-color", "darkened-bg"}
    more_of = {
        "site.css": {"x", "y", "coach"},
        "table.css": of_site,
        "ceremony.css": {"at", "g", "n"},
        "admin.css": of_django_admin,
    }
    for sheet in ("site.css", "pages.css", "table.css", "sheet.css", *OTHERS, "admin.css"):
        used = set(re.findall(r"var\(--([\w-]+)\)", (STATIC / "css" / sheet).read_text()))
        assert used <= tokens.TOKENS.keys() | own | more_of.get(sheet, set())


def test_there_is_a_class_for_every_square_of_the_largest_board() -> None:
    style = files(in_files())["css/tokens.css"]
    for number in (1, 24, 99, 128):
        assert f".column-{number}{{--c:{number}}}" in style
        assert f".row-{number}{{--r:{number}}}" in style


def test_sheet_style_and_script_stay_within_their_budgets() -> None:
    def packed(*paths: str) -> int:
        return sum(len(gzip.compress((STATIC / path).read_bytes(), 9)) for path in paths)

    assert packed("cards.svg") <= 3500
    assert packed("cards.svg", "added.svg") <= 8700
    assert packed("emblems.svg") <= 2400
    assert packed("css/site.css", "css/tokens.css") <= 7680
    assert packed("css/pages.css") <= 2304
    assert packed("css/table.css") <= 7808
    assert packed("css/ceremony.css") <= 4608
    assert packed("css/setup.css") <= 1024
    assert packed("css/mybook.css") <= 1024
    assert packed("css/talk.css", "js/talk.js") <= 2304
    assert packed("js/table.js") <= 2048
    assert packed("css/sheet.css", "js/sheet.js") <= 2600
    assert packed("js/mine.js") <= 2048
    assert packed("js/live.js") <= 768
    assert packed("css/motion.css", "js/later.js", "js/motion.js", "js/since.js", "js/sound.js") <= 6912
    assert packed("css/home.css") <= 1024
    assert packed("js/waits.js") <= 1344
    assert packed("css/replay.css") <= 1024
    assert packed("js/replay.js") <= 1536
    assert packed("css/devices.css") <= 512
    assert packed("js/devices.js") <= 1536
    assert packed("js/offline.js") <= 1024
    assert packed("js/box.js", "js/verify.js") <= 5120
    worker = Client().get(reverse("games:worker")).content
    assert len(gzip.compress(worker, 9)) <= 1980


def test_the_files_served_are_those_that_are_drawn() -> None:
    call_command("draw", "--check", stdout=StringIO())


def test_a_stale_file_is_named_and_then_drawn(tmp_path: Path) -> None:
    call_command("draw", into=tmp_path, stdout=StringIO())
    (tmp_path / "cards.svg").write_text("<svg/>")
    with pytest.raises(CommandError, match=r"cards\.svg"):
        call_command("draw", "--check", into=tmp_path, stdout=StringIO())
    written = StringIO()
    call_command("draw", into=tmp_path, stdout=written)
    assert written.getvalue().split() == ["cards.svg"]
    assert (tmp_path / "cards.svg").read_text() == files(in_files())["cards.svg"]
