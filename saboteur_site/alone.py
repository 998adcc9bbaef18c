"""`python -m saboteur_site.alone`: the whole site as one command, for the one container: prepare, web server, workers.

When the server or the workers exit, all exit; the supervisor of this process restarts it.
"""

import os
import signal
import subprocess
import sys

MODULES = ("saboteur_site.server", "saboteur_site.workers")
PATIENCE = 20.0
"""Seconds after SIGTERM within which a process may exit by itself."""


def main() -> int:
    """Run `prepare`, then serve until a signal arrives or one of the two exits; return the exit code."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    subprocess.run([sys.executable, "manage.py", "prepare"], check=True)
    processes = [subprocess.Popen([sys.executable, "-m", module]) for module in MODULES]  # noqa: S603 (its own modules)
    try:
        ours = {process.pid for process in processes}
        while (ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)) and ended.si_pid not in ours:
            os.waitpid(ended.si_pid, 0)  # the first process of a container inherits others
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for process in processes:
            process.terminate()
        for process in processes:
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


if __name__ == "__main__":
    sys.exit(main())
