"""scratch"""
import pytest
from tests.e2e import MARKS
from tests.e2e.conftest import Arrive
from accounts.models import User
from tests.factories import UserFactory
from tests.results.evenings import played
pytestmark = MARKS

def test_shots(arrive: Arrive) -> None:
    people = [UserFactory.create(username=n) for n in ("Ann", "Bo", "Cy", "Dee", "Eleni", "Tomas the Careful Tunneller")]
    played(people, 31)
    ann, bo = people[0], people[1]
    few = UserFactory.create(username="Zed")
    played([ann, bo, few], 2, seed=5)
    for theme in ("light", "dark"):
        for w, h in ((390, 844), (320, 640), (1280, 800)):
            page = arrive("Ann", viewport={"width": w, "height": h}, color_scheme=theme)
            for name, path in (("mine", "/me/results/"), ("person", f"/players/{bo.pk}/"), ("few", f"/players/{few.pk}/"), ("pair", f"/players/{ann.pk}/and/{bo.pk}/")):
                page.goto(path)
                page.screenshot(path=f"/tmp/shots-results/{name}-{w}-{theme}.png", full_page=True)
                wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                print(name, w, theme, wide)
