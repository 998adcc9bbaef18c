"""The Celery task of results. The sweep of the chores does the same."""

from celery import shared_task

from results.services import recording


@shared_task(name="results.tasks.count")
def count() -> None:
    """Count the games that are due."""
    recording.work_off()
