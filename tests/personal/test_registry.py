"""What is kept of a person: every field that refers to one is exported or left out for a reason, and has its line."""

from datetime import timedelta
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.utils import translation

from accounts.models import User
from games.rows import retention
from personal import keeping
from personal.parts import LEFT_OUT, OF_TABLES, PARTS

OPERATORS = Path(settings.BASE_DIR, "docs/operating.md")
WORDS = {1: "a day", 7: "a week", 14: "14 days", 30: "30 days", 90: "90 days", 365: "a year"}
"""How the operators' table says a number of days."""


def bound_to_a_person() -> set[str]:
    """Every field of a model that refers to a user."""
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.concrete and field.is_relation and not field.many_to_many and field.related_model is User
    }


def test_each_field_that_refers_to_a_person_is_exported_or_left_out() -> None:
    listed = [field for part in PARTS for field in part.fields] + [*OF_TABLES, *LEFT_OUT]
    assert sorted(listed) == sorted(bound_to_a_person())
    assert all(LEFT_OUT.values())


def test_each_model_that_refers_to_a_person_has_one_line_on_the_page() -> None:
    bound = {field.rpartition(".")[0] for field in bound_to_a_person()}
    listed = [model for line in keeping.LINES for model in line.models]
    assert sorted(listed) == sorted(bound | {"accounts.User"})


def test_page_names_the_days_of_the_sweepers() -> None:
    with translation.override("en"):
        said = [str(line.until) for line in keeping.LINES] + [str(keeping.GUESTS)]
    assert "Until 365 days after the game has ended." in said
    assert "Until 7 days after the game has ended." in said
    assert "Until 90 days after it has run out or is settled." in said
    assert "Until 1 day after it has run out or is settled." in said
    assert "Until 7 days after you asked for it." in said
    assert said[-1] == "Guests are forgotten 30 days after their last visit."


def test_operators_table_says_how_long_each_rule_keeps() -> None:
    section = OPERATORS.read_text(encoding="utf-8").split("## What is kept, and for how long")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.split("|")] for line in section.splitlines() if line.startswith("| ")]
    periods = {row[1].split("(")[0].strip(): row[2] for row in rows}
    for rule in retention.RETENTIONS:
        if rule.lasts > timedelta():
            assert periods[rule.name].startswith(WORDS[rule.lasts.days]), rule.name
    assert periods["archives of personal data"].startswith("a week")
