"""The addresses of the API, and of its two pages."""

from django.urls import path
from dmr.routing import Router
from dmr.routing import path as api_path

from api.views.me import MeController, NotificationsController
from api.views.moves import AnswersController, MovesController, OrdersController, PlanController
from api.views.reference import reference, schema
from api.views.rounds import RoundController
from api.views.seats import JoinController, ReadyController
from api.views.tables import CheckController, EventsController, LegalController, TableController, TablesController
from api.views.talk import ClaimsController, TalkController
from api.views.tokens import tokens
from games import urls as _games  # noqa: F401 (registers the converter of codes of tables)

app_name = "api"

ROUTER = Router(
    "api/v1/",
    [
        api_path("me", MeController.as_view(), name="me"),
        api_path("notifications", NotificationsController.as_view(), name="notifications"),
        api_path("join", JoinController.as_view(), name="join"),
        api_path("tables", TablesController.as_view(), name="tables"),
        api_path("tables/<table:code>", TableController.as_view(), name="table"),
        api_path("tables/<table:code>/legal", LegalController.as_view(), name="legal"),
        api_path("tables/<table:code>/check", CheckController.as_view(), name="check"),
        api_path("tables/<table:code>/events", EventsController.as_view(), name="events"),
        api_path("tables/<table:code>/rounds/<int:number>", RoundController.as_view(), name="round"),
        api_path("tables/<table:code>/messages", TalkController.as_view(), name="messages"),
        api_path("tables/<table:code>/claims", ClaimsController.as_view(), name="claims"),
        api_path("tables/<table:code>/moves", MovesController.as_view(), name="moves"),
        api_path("tables/<table:code>/answers", AnswersController.as_view(), name="answers"),
        api_path("tables/<table:code>/orders", OrdersController.as_view(), name="orders"),
        api_path("tables/<table:code>/plan", PlanController.as_view(), name="plan"),
        api_path("tables/<table:code>/ready", ReadyController.as_view(), name="ready"),
    ],
)
"""The addresses of version 1, of which the schema is made."""

urlpatterns = [
    path("api/", reference, name="reference"),
    path("api/v1/openapi.json", schema, name="schema"),
    path("me/api/", tokens, name="tokens"),
    ROUTER.to_urlpatterns(),
]
