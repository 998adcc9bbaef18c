"""A program that plays Saboteur by web, with Python and nothing else.

    TOKEN=sab_... python examples/bot.py https://saboteur.example.org [LINK]

It takes a seat by the link of a table, if there is one, and then plays at all tables of its account. docs/bots.md
explains each step.
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request


class Site:
    """The API of a site, for one token."""

    def __init__(self, address, token):
        self.address, self.token = f"{address.rstrip('/')}/api/v1/", token

    def ask(self, method, path, sent=None, key=""):
        """Return status and answer. After 429 and 503 wait as long as the site says, and try again."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        body = None if sent is None else json.dumps(sent).encode()
        while True:
            status, answer, wait = self.send(method, self.address + path, headers, body)
            if status not in (429, 503):
                return status, json.loads(answer)
            time.sleep(wait)

    def send(self, method, address, headers, body):
        """Send one request; return status, body, and how long to wait."""
        request = urllib.request.Request(address, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read(), 0
        except urllib.error.HTTPError as failed:
            return failed.code, failed.read(), int(failed.headers.get("Retry-After") or 5)


def choose(legal):
    """Choose a command: a tunnel as far east as possible, else any other that is no discard, else a discard."""
    commands = [one["command"] for one in legal["commands"]]
    tunnels = [one for one in commands if one["kind"] == "lay"]
    if tunnels:
        return max(tunnels, key=lambda one: int(one["at"].partition(",")[0]))
    return random.choice([one for one in commands if one["kind"] != "discard"] or commands)


def act(site, line):
    """Do at one table what it waits for; tell whether anything was done."""
    table = f"tables/{line['code']}"
    if line["status"] == "open":
        _, found = site.ask("GET", table)
        if line["seat"] in found["ready"]:
            return False
        return site.ask("POST", f"{table}/ready", {"options_version": found["options_version"]})[0] == 200
    if line["status"] != "running" or not line["decision"] or line["answered"]:
        return False
    status, legal = site.ask("GET", f"{table}/legal")
    if status != 200 or not legal["commands"]:
        return False
    sent = {"seq": legal["seq"], "command": choose(legal)}
    kind = "answers" if sent["command"]["kind"] in ("choose", "veto") else "moves"
    # 409 says that the table has changed since: look again.
    return site.ask("POST", f"{table}/{kind}", sent, f"{line['code']}-{legal['seq']}")[0] in (200, 409)


if __name__ == "__main__":
    here = Site(sys.argv[1], os.environ["TOKEN"])
    if len(sys.argv) > 2:
        print(here.ask("POST", "join", {"link": sys.argv[2]}))
    while True:
        if not any([act(here, line) for line in here.ask("GET", "tables")[1]["tables"]]):
            time.sleep(10)
