"""Programs that use the API in tests."""

import json
from typing import Any

from django.test import Client

from accounts.models import User
from api import services
from api.models import TokenScope
from tests.factories import UserFactory

ALL = tuple(TokenScope.values)


def token_for(user: User, *scopes: str) -> str:
    """A token of an account, with all scopes unless some are named."""
    return services.make_token(by=user.owner or user, account=user, name="a program", scopes=scopes or ALL, days=30)


def bot_of(owner: User, name: str = "Robo") -> User:
    """A bot account."""
    return UserFactory.create(username=name, owner=owner, email="")


class Program:
    """A program with a token of an account. It keeps no cookies, and answers come as values."""

    def __init__(self, user: User | None, *scopes: str, raises: bool = True) -> None:
        self.token = token_for(user, *scopes) if user else ""
        self.client = Client(raise_request_exception=raises)

    def ask(self, method: str, path: str, sent: Any = None, **headers: str) -> Any:
        """The response to a request below `/api/v1/`."""
        more = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        body = b"" if sent is None else sent if isinstance(sent, bytes) else json.dumps(sent).encode()
        kind = "application/json" if sent is not None else ""
        address = path if path.startswith("/") else f"/api/v1/{path}"
        return self.client.generic(method, address, body, content_type=kind, headers=more | headers)

    def get(self, path: str) -> Any:
        """What an address shows; it has to answer with status 200."""
        response = self.ask("GET", path)
        assert response.status_code == 200, response.content
        return response.json()

    def post(self, path: str, sent: Any, **headers: str) -> Any:
        """What an address answers to a body; with status 200."""
        response = self.ask("POST", path, sent, **headers)
        assert response.status_code == 200, response.content
        return response.json()

    def refused(self, path: str, sent: Any, method: str = "POST", **headers: str) -> tuple[int, str, str]:
        """Status, code and rule of a problem."""
        response = self.ask(method, path, sent, **headers)
        assert response.headers["Content-Type"] == "application/problem+json", response.content
        body = response.json()
        assert body["status"] == response.status_code
        return response.status_code, body["code"], body["rule"]
