"""Addresses of a person's own pages, mounted at /me/."""

from django.urls import path

from accounts import farewell_views, notice_views, vacation_views, views

app_name = "accounts"

urlpatterns = [
    path("", views.profile, name="profile"),
    path("notices/", notice_views.notices, name="notices"),
    path("vacation/", vacation_views.vacation, name="vacation"),
    path("vacation/back/", vacation_views.take_back, name="take-back"),
    path("delete/", farewell_views.delete, name="delete"),
    path("off/<str:token>/", notice_views.off, name="off"),
    path("friends/", views.friends, name="friends"),
    path("friends/ask/", views.ask, name="ask"),
    path("friends/accept/", views.accept, name="accept"),
    path("friends/remove/", views.remove, name="remove"),
    path("friends/block/", views.block, name="block"),
    path("friends/unblock/", views.unblock, name="unblock"),
]
