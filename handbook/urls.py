"""Addresses of the handbook, mounted at the root beside those of `games`, whose path converters they use."""

from django.urls import path

from games import urls as _converters  # noqa: F401 (registers `table`)
from handbook.views import card_help, guide, help_pages, learn, rules, search

app_name = "handbook"

urlpatterns = [
    path("rules/", rules.overview, name="rules"),
    path("rules/cards/", rules.cards, name="cards"),
    path("rules/cards/<slug:slug>/", rules.card, name="card"),
    path("rules/modules/", rules.modules, name="modules"),
    path("rules/modules/<slug:slug>/", rules.module, name="module"),
    path("rules/search/", search.search, name="search"),
    path("rules/guide/<slug:slug>/", guide.guide, name="guide"),
    path("rules/books/", rules.books, name="books"),
    path("rules/r/", rules.rules_by_number, name="rules-by-number"),
    path("rules/r/<int:number>/", rules.rule, name="rule"),
    path("help/", help_pages.overview, name="help"),
    path("help/<slug:slug>/", help_pages.page, name="help-page"),
    path("learn/", learn.learn, name="learn"),
    path("learn/<slug:slug>/", learn.lesson, name="lesson"),
    path("learn/<slug:slug>/card/", learn.card, name="lesson-card"),
    path("t/<table:code>/card/", card_help.about, name="about"),
]
