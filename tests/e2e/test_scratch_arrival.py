import os
import pytest
from games.models import Game, Seat, Invitation
from games.rows.sharing import picture_token
from games.services import lobby
from tests.e2e import MARKS
from tests.e2e.stages import album
from tests.e2e.conftest import Arrive
pytestmark = MARKS
SIZES = {"390": (390,844), "320": (320,640), "1280": (1280,800), "1366": (1366,650), "844": (844,390)}
AXE = None
def test_look(arrive: Arrive, complaints):
    complaints.forgive(r"^410 |^422 |^409 ")
    album()
    game = Game.objects.get(code="over")
    lobby.make_link(host=Game.objects.get(code="lobby").host, code="lobby")
    link = Invitation.objects.get(to=None, seat=None, revoked_at=None, game__code="lobby").token
    Game.objects.filter(pk=game.pk).update(host=game.seats.first().user)
    seats = list(Seat.objects.filter(game=game))
    tok = picture_token(game.pk)
    views = {"front": ("", "/"), "invite": ("", f"/join/{link}/"), "invite-in": ("Dee", f"/join/{link}/"), "picture": ("", f"/picture/{tok}/"), "share": ("Ann", "/t/over/share"), "seated": ("Ann","/t/lobby/seated/")}
    only = os.environ.get("ONLY", "").split(",") if os.environ.get("ONLY") else list(views)
    sizes = os.environ.get("SIZES", "390,320,1280").split(",")
    langs = os.environ.get("LANGS", "en").split(",")
    for theme in os.environ.get("THEMES", "light").split(","):
        for size in sizes:
            w,h = SIZES[size]
            for lang in langs:
                for name in only:
                    who, addr = views[name]
                    page = arrive(who, viewport={"width":w,"height":h}, color_scheme=theme, reduced_motion="reduce", locale=lang, device_scale_factor=1)
                    page.goto(addr)
                    page.screenshot(path=f"/tmp/look/{name}-{size}-{theme}-{lang}.png", full_page=bool(os.environ.get("LONG")))
                    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    if over > 0: print("SIDEWAYS", name, size, lang, over)
                    if name == "invite":
                        b = page.locator("button.primary").first.bounding_box(); print(name, size, lang, "button", round(b["y"]), round(b["y"]+b["height"]))
                    page.context.close()
