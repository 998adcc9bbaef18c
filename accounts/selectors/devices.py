"""The devices on which somebody is told."""

from accounts.models import Device, User


def devices_of(user: User) -> list[Device]:
    """Somebody's devices, the newest first; one query."""
    return list(Device.objects.filter(user=user).order_by("-made_at", "-pk"))
