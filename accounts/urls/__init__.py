"""URLs of a user's own pages, mounted at /me/."""

from django.urls import path

from accounts.views import devices
from accounts.views.chats import chat_action, chats
from accounts.views.entrance import ask_for_link, by_link, confirmed
from accounts.views.farewell import delete
from accounts.views.feeds import feeds
from accounts.views.friends import accept, ask, block, friend_by_link, friends, make_link, remove, revoke_link, unblock
from accounts.views.language import language
from accounts.views.naming import name
from accounts.views.notices import notices, off
from accounts.views.opt_in import opt_in
from accounts.views.profile import profile
from accounts.views.vacations import take_back, vacation

app_name = "accounts"

urlpatterns = [
    path("", profile, name="profile"),
    path("name/", name, name="name"),
    path("language/", language, name="language"),
    path("notices/", notices, name="notices"),
    path("told/", opt_in, name="told"),
    path("told/feeds/", feeds, name="feeds"),
    path("told/chat/", chats, name="chats"),
    path("told/chat/do/", chat_action, name="chat-deed"),
    path("told/devices/", devices.devices, name="devices"),
    path("told/devices/remove", devices.remove, name="device-remove"),
    path("told/devices/test", devices.test, name="device-test"),
    path("told/devices/offline", devices.reads, name="reads-offline"),
    path("confirmed/", confirmed, name="confirmed"),
    path("sign-in/", ask_for_link, name="sign-in"),
    path("sign-in/<str:token>/", by_link, name="sign-in-link"),
    path("vacation/", vacation, name="vacation"),
    path("vacation/back/", take_back, name="take-back"),
    path("delete/", delete, name="delete"),
    path("off/<str:token>/", off, name="off"),
    path("friends/", friends, name="friends"),
    path("friends/ask/", ask, name="ask"),
    path("friends/accept/", accept, name="accept"),
    path("friends/remove/", remove, name="remove"),
    path("friends/block/", block, name="block"),
    path("friends/unblock/", unblock, name="unblock"),
    path("friends/link/", make_link, name="friend-link-new"),
    path("friends/unlink/", revoke_link, name="friend-link-off"),
    path("friends/with/<str:token>/", friend_by_link, name="friend-link"),
]
