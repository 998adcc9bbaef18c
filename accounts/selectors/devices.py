"""The devices that receive a user's push notifications."""

from accounts.models import Device, User


def devices_of(user: User) -> list[Device]:
    """A user's devices, the newest first; one query."""
    return list(Device.objects.filter(user=user).order_by("-made_at", "-pk"))
