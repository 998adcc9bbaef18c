"""The Celery task of archives. The sweep of the chores does the same."""

from celery import shared_task

from personal import services


@shared_task(name="personal.tasks.pack")
def pack() -> None:
    """Make the archives that are due."""
    services.work_off()
