"""Every address of the site, once: how it is fetched when worlds are compared, and by which visitors.

A line: the address's name (braces hold several), after `?` the queries with which it is asked for, after `!` the forms
that are sent to it, after `by` those who come there, if they are not those of the whole chapter. `-` is an empty query
or form. Words in braces in queries and forms are places, filled by `Watcher.places`. What a form does is undone.
"""

from typing import NamedTuple

SEATED = ("player", "staff_seated", "superuser_seated")
STAFFED = ("staff", "superuser", "staff_seated", "superuser_seated")
EVERYBODY = ("player", "former", "spectator", "stranger", "anonymous", *STAFFED)
"""Those who look: see `look.Watcher`. Who is seated on the staff looks as a player first, and then with power."""
GROUPS = {
    "everybody": EVERYBODY,
    "staffed": STAFFED,
    "superusers": ("superuser", "superuser_seated"),
    "not-superuser": ("staff", "staff_seated", "superuser_seated"),
}

CHAPTERS = {
    "table": """
by everybody
games:table         ? - mode=discard mode=all card= card=nobody at=M-1 at=L0 at=K8 at=%00 who=B&tool=cart
games:log           ? - before=4 before=x show=words&said=2 show=mine show=moves
games:claim         ? - about=M8 about={letter} about=x ! claim=player+{letter}+trust claim=goal+8,0+gold claim=x
games:said          ? - ! deed=remove deed=report&reason=rude deed=x
games:say           ? - ! text=I+dig&after=0 quick=yes text= quick=x
games:unheard       ? - ! name={other} name={other}&hear=on name=nobody
games:{words,fairness,export,resign,round,step,asked,forecast} ? -
games:told          ? - ! wants=turn wants=x
games:seated        ? - way=mail sent=1 ! - email=x endpoint=x
games:chat          ? - kind=webhook ! kind=ntfy&server=https://ntfy.sh&topic=mine kind=ntfy&topic=/ kind=x
games:chat          ! deed=go-on deed=x
games:beat          ? s={pulse}&v={version}&n=1 -
games:pulse         ? v={version}&n=3 v={older}&card=no&at=M3
games:plan          ? - mode=discard at=L0
games:book          ? - saved=1 ! - round=1&note-0=hm&was-note-0= round=x show=yes
handbook:about         ? - about=nobody about={token} about={token}&plan=1&at=M1
games:{calendar,atom} ? -
games:{door,seat,shared,shared-round,shared-step,still,still-png} ? -
""",
    "talk": """
by everybody
games:claim         ? - about=M8 about={letter} about=x ! claim=player+{letter}+trust claim=goal+8,0+gold claim=x
games:claim         ! claim=player+{letter}+suspect&suspect-because=broke claim=player+{letter}+trust&trust-because=x
games:said          ? - ! deed=remove deed=report&reason=rude deed=x
games:say           ? - ! text=I+dig&after=0 quick=yes text= quick=x
games:unheard       ? - ! name={other} name={other}&hear=on name=nobody
""",
    "deeds": """
by everybody
games:move          ? - ! - seq=0&key=k&answer=none seq={seq}&key=k&card=forged
games:plan          ! deed=cancel deed=out&number=0 deed=wait&minutes=60 deed=wait&minutes=7
games:on            ? - ! round=1 round=x
games:again         ? - ! -
games:share         ? - ! shares=yes shares=x
games:give          ? - ! seat={neighbour}&hours=12&seq={seq} seat=x
games:ask           ? - ! matter=pause&days=2 matter=live matter=end matter=absent&seat={neighbour} matter=x
games:vote          ? - ! motion={motion}&choice=no motion={motion}&choice=x motion=0&choice=yes
games:{join,leave,decline,start,remind,call-off,link,unlink,invite-all,days} ? - ! -
games:{remove,invite} ? - ! name={other} name=nobody
games:guests        ? - ! welcome=yes welcome=no
games:offer         ? - ! seat={neighbour} seat=x
games:seats         ? -
games:resign        ! -
games:options       ? - ! rules=saboteur2&seats=4&rounds=1&name=Mine&joining=friends&terms=0
games:order         ? - ! terms=0 terms=x
games:agree         ? - ! terms=0&lucky_word=gold terms=x
games:word          ? - ! lucky_word=gold lucky_word=
games:door          ! lucky_word=gold
games:{door,seat}   ! name=Rita by player anonymous
games:seat          ! -
""",
    "house": """
by player anonymous
games:home          ? - mine=2&waiting=2&open=1&over=x by everybody
games:next          ? - after={code} after=nobody after=x+y by everybody
games:waits         ? - by everybody
games:try           ? - ! -
handbook:{rules,cards,card,modules,module,books,rules-by-number,rule} ? -
handbook:learn         ? -
handbook:lesson        ? - at=L0 card=nobody mode=discard ! - deed=skip deed=again seq=0&key=k&card=forged
handbook:lesson-card   ? - about=nobody
handbook:search        ? - q=R14 q=gold q=%00
handbook:guide         ? - in=es in=xx
games:new           ? - preset=saboteur2 like={code} ! look=1 name=Mine&seats=4&rounds=3&joining=link&rules=base
games:summary       ! rules=saboteur2&seats=4 was=classic&preset=last&name=Mine
games:by-link       ? - ! link=https://example.org/join/nobody/ link={code} link=x+y
games:alive         ? - doctor=1 by anonymous
games:{manifest,worker,away} ? -
games:ready         ? - by anonymous
games:metrics       ? - by player scraper
{robots,favicon,security,change-password} ? -
""",
    "people": """
by player stranger anonymous
accounts:profile    ? - ! language=es&time_zone=UTC&theme=dark&layout=down language=xx
accounts:language   ! language=es&next=/me/ language=xx
accounts:notices    ? - ! email=turn&reminders=hour off=1 email=digest&digest=alone&digest_hour=7
accounts:told       ? - ! - next=/me/
accounts:confirmed  ? -
accounts:sign-in    ? - ! email={mail} email=x
accounts:sign-in-link ? - ! -
accounts:feeds      ? - ! deed=make deed=renew deed=remove deed=x
accounts:chats      ? - kind=webhook kind=x ! kind=ntfy&server=https://ntfy.sh&topic=mine kind=ntfy&topic=/ kind=x
accounts:chat-deed  ! deed=test&chat=1 deed=remove&chat=1 deed=x
accounts:devices    ? - ! endpoint=x&p256dh=x&auth=x&key=x -
accounts:device-{test,remove} ! device=1 device=x
accounts:reads-offline ! keep=yes -
accounts:vacation   ? - ! first=2031-06-01&last=2031-06-03 first=x
accounts:take-back  ! day=2031-05-20
accounts:delete     ? - ! sign={own} sign=x
accounts:off        ? - ! - everything=1
accounts:friends    ? -
accounts:{ask,accept,remove,block,unblock} ! name={other} name={stranger} name=nobody
mailbox:{mails,mail,html} ? - by player former stranger staffed
""",
    "account": """
by player anonymous
account_login       ? - next=/t/{code}/ ! login={other}&password=x
account_signup      ? - ! username=Quinn&password1=many+blue+pebbles&email=quinn@example.org username={other}
account_logout      ? - ! -
account_{inactive,email_verification_sent,reset_password_from_key_done,reset_password_done} ? -
account_reset_password ? - ! email={mail} email=nobody@example.org
account_reset_password_from_key ? - ! password1=many+blue+pebbles
account_confirm_email ? - ! -
account_reauthenticate ? - ! password=x
account_email       ? - ! action_add=1&email=new@example.org
account_change_password ? - ! oldpassword=x&password1=many+blue+pebbles
account_set_password ? - ! password1=many+blue+pebbles
account_confirm_login_code ? - ! code=x
""",
    "admin": """
by staffed player
admin:{index,app_list,password_change,password_change_done,jsi18n,view_on_site} ? -
admin:autocomplete  ? - app_label=games&model_name=seat&field_name=user&term={other}
admin:login         ? - ! username={other}&password=x
admin:logout        ! -
admin:auth_group_{changelist,add,history,change,delete} ? -
admin:auth_group_add ! name=Smiths
admin:auth_group_change ! name=Smiths
admin:auth_group_delete ! post=yes
admin:accounts_user_changelist ? - o=2.-1 q={other} last_login__isnull=True told=no
admin:accounts_user_changelist ! action=make_reset_link&_selected_action={id}
admin:accounts_user_{add,history,change,delete} ? -
admin:accounts_user_add ! username=Rita&usable_password=false
admin:accounts_user_change ! username={other}
admin:accounts_user_delete ! post=yes
admin:auth_user_password_change ? - ! password1=many+blue+pebbles&password2=many+blue+pebbles
admin:account_emailaddress_{changelist,add,history,change,delete} ? -
admin:account_emailaddress_delete ! post=yes
admin:accounts_{friendship,block}_{changelist,add,history,change,delete} ? -
admin:accounts_{friendship,block}_delete ! post=yes
admin:games_{game,seat,move,notice,motion,invitation,peek,tablechat,complaint}_{add,history,delete} ? -
admin:games_{game,seat,move,notice,motion,invitation,peek,tablechat,complaint}_{change,delete} ! post=yes
admin:games_game_open ? -
admin:games_game_open ! reason={reason} by not-superuser
admin:games_game_repair ? - ! what=to-bot&seat={letter}&reason={reason} what=end&reason=x
admin:games_game_repair ! look=1&what=time-out&seat={letter}&reason={reason} look=1&what=end&reason={reason}
admin:games_game_recount ? - ! -
""",
    "desk": """
by staffed player
admin:games_game_changelist ? - q={other} status__exact=running public__contains=gold stuck=bot stuck=person
admin:games_seat_changelist ? - o=2.-1 q={other} awaited_for=turn hand__contains=map role=saboteur plan__gt=
admin:games_move_changelist ? - q={other} game={pk} command__contains=pass
admin:games_notice_changelist ? - o=-3.1 q={other} kind=turn game={pk} outcome=sent done_at__isempty=1
admin:games_notice_changelist ? delivery=sent delivery=waiting delivery=failing
admin:games_motion_changelist ? - game={pk} ballots__choice=yes
admin:games_{invitation,peek,tablechat}_changelist ? - game={pk}
admin:games_complaint_changelist ? - q={other} settled_at__isempty=1 word__text__contains=gold
admin:games_complaint_changelist ! action=settle&_selected_action=1 action=take_away&_selected_action=1
admin:games_{game,seat,move,notice,motion,invitation,peek,tablechat,complaint}_change ? -
""",
}
"""All lines by chapter; the first of a chapter says who comes there."""

SEES_ALL = ("admin:games_game_open", "superuser")
"""Who opens a running table sees all that is hidden, and it is written down: there are no two worlds to them (R94)."""


class Address(NamedTuple):
    """An address: its chapter and name, the queries and forms that are tried, and by which visitors."""

    chapter: str
    name: str
    queries: tuple[str, ...]
    forms: tuple[str, ...]
    by: tuple[str, ...]


def addresses() -> list[Address]:
    """All lines of the table, one for each name in them."""
    found = []
    for chapter, text in CHAPTERS.items():
        first, *lines = text.strip().splitlines()
        usual = _people(first.removeprefix("by "))
        found += [address for line in lines for address in _addresses(chapter, line, usual)]
    return found


def _addresses(chapter: str, line: str, usual: tuple[str, ...]) -> list[Address]:
    asked, _, by = line.partition(" by ")
    asked, _, forms = asked.partition(" ! ")
    names, _, queries = asked.partition(" ? ")
    by_whom = _people(by) if by else usual
    return [Address(chapter, name, _parts(queries), _parts(forms), by_whom) for name in _spread(names.split()[0])]


def _parts(text: str) -> tuple[str, ...]:
    return tuple("" if part == "-" else part for part in text.split())


def _people(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for word in text.split() for one in GROUPS.get(word, (word,))))


def _spread(names: str) -> list[str]:
    """A name for each of the words in braces."""
    before, brace, rest = names.partition("{")
    if not brace:
        return [names]
    words, _, after = rest.partition("}")
    return [before + word + end for word in words.split(",") for end in _spread(after)]


ADDRESSES = addresses()
