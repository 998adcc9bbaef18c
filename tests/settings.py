"""The site's settings with what only tests need: a folder and a Redis of their own, and a hasher that takes no time."""

import atexit
import os
import re
import shutil
import tempfile

# Without services around it, as plain `pytest` has none, a run keeps its files in a folder that ends with it.
if not os.environ.get("LOCAL_DIR"):
    os.environ["LOCAL_DIR"] = tempfile.mkdtemp(prefix="saboteur-tests-")
    atexit.register(shutil.rmtree, os.environ["LOCAL_DIR"], ignore_errors=True)

# Processes that share the tests share no files and no Redis database; pytest-django gives each its own PostgreSQL one.
if process := os.environ.get("PYTEST_XDIST_WORKER"):
    number = int(process.removeprefix("gw")) + 1
    os.environ["LOCAL_DIR"] = f"{os.environ['LOCAL_DIR']}-{number}"
    if os.environ.get("REDIS_URL"):
        os.environ["REDIS_URL"] = re.sub(r"/\d+$", f"/{number}", os.environ["REDIS_URL"])

# A pool would hold connections while a test database is removed.
os.environ.setdefault("DATABASE_POOL_SIZE", "0")

from saboteur_site.settings import *  # noqa: F403
from saboteur_site.settings import DATABASES, DMR_SETTINGS, LOCAL_DIR, PREPARED_STATEMENTS

# Push is on; the key is a test key.
VAPID_KEY = "lNxOyxrhFRap-zrB-yZWycjv9BZ1IS_hS07X-KSDKX0"

# Each answer of the API is compared with its schema.
DMR_SETTINGS = {**DMR_SETTINGS, "validate_responses": True}

# Staff come in as on a site without a second factor; `test_second_factor.py` asks for it.
STAFF_SECOND_FACTOR = False

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # In a file as on a real site, because a database in memory knows no write-ahead log and locks otherwise.
    DATABASES["default"]["TEST"] = {"NAME": str(LOCAL_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
else:
    DATABASES["default"]["OPTIONS"].update(PREPARED_STATEMENTS)
