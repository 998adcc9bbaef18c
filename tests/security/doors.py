"""Who may do what where: for every address of the site and both methods, how each kind of person is answered.

A line: the address's name (braces hold several), the table that it is about if there are several, then for each method
what most are answered and, by kind or group, what others are. `login` is the way to the log-in page.
"""

from typing import NamedTuple

from tests.security.scene import APART, CODES, EVERYBODY, OUT, SEATED

GROUPS = {
    "out": OUT,
    "seated": SEATED,
    "apart": APART,
    "guests": tuple(kind for kind in SEATED if kind != "host"),
    "unasked": tuple(kind for kind in APART if kind != "invited"),
    "staffed": ("staff", "staff_seated", "superuser", "superuser_seated"),
    "aides": ("staff", "staff_seated"),
    "sitters": ("staff_seated", "superuser_seated"),
    "heads": ("superuser", "superuser_seated"),
}

TABLE = """
games:home                                      GET 200                    POST 405
handbook:{rules,cards,card,modules,module} GET 200                    POST 405
handbook:learn GET 200                    POST 405
handbook:lesson GET 200                    POST 422
handbook:lesson-card GET 404                    POST 405
handbook:{books,rules-by-number,rule,search,guide} GET 200                    POST 405
games:next                                      GET 302 out=login          POST 405
games:waits                                     GET 200 out=204            POST 405
games:alive                                     GET 200                    POST 405
games:{manifest,worker,away}                    GET 200                    POST 405
games:ready                                     GET 503                    POST 405
robots                                          GET 200                    POST 405
{favicon,change-password}                       GET 302                    POST 405
security                                        GET 404                    POST 405
games:metrics                                   GET 404                    POST 404
games:new                                       GET 200 out=login          POST 200 out=login
games:try                                       GET 302                    POST 302
games:summary                                   GET 405                    POST 200 out=login
games:by-link                                   GET 200                    POST 422
games:door                                      GET 410 seated=302         POST 409 out=login seated=302

games:join open                                 GET 302 out=login          POST 302 out=login unasked=404
games:join runs,over                            GET 302 out=login          POST 302 out=login unasked=404 invited=409
games:word open                                 GET 302 out=login          POST 404 out=login seated=302
games:word runs,over                            GET 302 out=login          POST 404 out=login seated=409
games:agree open                                GET 302 out=login          POST 404 out=login seated=302
games:agree runs,over                           GET 302 out=login          POST 404 out=login seated=409
games:order open                                GET 302 out=login          POST 404 out=login host=302 guests=403
games:order runs,over                           GET 302 out=login          POST 404 out=login host=409 guests=403
games:options open          GET 404 out=login host=200 guests=403  POST 404 out=login host=200 guests=403
games:options runs,over     GET 404 out=login host=302 guests=403  POST 404 out=login host=409 guests=403
games:leave open                                GET 302 out=login          POST 302 out=login
games:leave runs,over                           GET 302 out=login          POST 302 out=login seated=409
games:decline open,runs,over                    GET 302 out=login          POST 302 out=login
games:invite-all open                           GET 302 out=login          POST 404 out=login seated=302
games:invite-all runs,over                      GET 302 out=login          POST 404 out=login seated=409
games:invite open                               GET 302 out=login          POST 404 out=login seated=302
games:invite runs,over                          GET 302 out=login          POST 404 out=login seated=409
games:{remove,call-off,link} open               GET 302 out=login          POST 404 out=login host=302 guests=403
games:{remove,call-off,link} runs,over          GET 302 out=login          POST 404 out=login host=409 guests=403
games:guests open                               GET 302 out=login          POST 404 out=login host=302 guests=403
games:guests runs,over                          GET 302 out=login          POST 404 out=login host=409 guests=403
games:offer open,over                           GET 302 out=login          POST 404 out=login host=303 guests=403
games:offer runs                                GET 302 out=login          POST 404 out=login host=422 guests=403
games:start open                                GET 302 out=login          POST 404 out=login host=302 guests=403
games:start runs                                GET 302 out=login          POST 404 out=login seated=302
games:remind open                               GET 302 out=login          POST 404 out=login seated=422
games:remind runs,over                          GET 302 out=login          POST 404 out=login seated=409
games:start over                                GET 302 out=login          POST 404 out=login host=409 guests=403
games:unlink open,runs,over                     GET 302 out=login          POST 404 out=login host=302 guests=403
games:seats open,runs,over                      GET 302 out=login          POST 405
games:beat open,runs,over                       GET 200                    POST 405

games:fairness open,runs,over                   GET 404 out=login seated=200  POST 405
games:give open,over                            GET 302 out=login          POST 404 out=login host=303 guests=403
games:give runs                                 GET 302 out=login          POST 404 out=login host=422 guests=403
games:export open,runs                          GET 404 out=login             POST 405
games:export over                               GET 404 out=login seated=200  POST 405
games:table open                                GET 200 out=login unasked=404 POST 405
games:table runs,over                           GET 404 out=login seated=200  POST 405
games:move open,over                            GET 302 out=login          POST 404 out=login seated=303
games:plan open,over                            GET 404 out=login seated=303  POST 404 out=login seated=303
games:plan runs                                 GET 404 out=login seated=200 turn=303  POST 404 out=login seated=303
games:move runs                                 GET 302 out=login          POST 404 out=login seated=422 turn=303
games:{ask,vote} open,over                       GET 302 out=login          POST 404 out=login seated=303
games:{ask,vote} runs                                 GET 302 out=login          POST 404 out=login seated=303
games:days open,runs,over                       GET 302 out=login          POST 404 out=login seated=303
games:resign open,over                          GET 404 out=login             POST 302 out=login seated=409
games:resign runs                               GET 404 out=login seated=200  POST 302 out=login
games:seat                                      GET 200 heads=410 seated=410  POST 302 out=login heads=409 seated=409
games:pulse open,runs,over                      GET 404 seated=200            POST 405
games:book open                                 GET 404 out=login             POST 404 out=login
games:book runs,over                            GET 404 out=login seated=200  POST 404 out=login seated=303
games:say open,runs                             GET 302 out=login          POST 404 out=login seated=303
games:say over                                  GET 302 out=login          POST 404 out=login seated=409
games:claim open,over                           GET 404 out=login seated=302  POST 404 out=login seated=303
games:claim runs                                GET 404 out=login seated=200  POST 404 out=login seated=303
games:said open,over                            GET 404 out=login          POST 404 out=login
games:said runs                                 GET 404 out=login seated=200  POST 404 out=login seated=422
games:unheard open,runs,over                    GET 302 out=login          POST 404 out=login seated=303
handbook:about open,runs,over                      GET 404 out=login seated=200  POST 405
games:{words,log,round,step} open                  GET 404 out=login             POST 405
games:{words,log} runs,over                     GET 404 out=login seated=200  POST 405
games:step runs,over                            GET 404 out=login seated=200  POST 405
games:round runs                                GET 404 out=login             POST 405
games:round over                                GET 404 out=login seated=200  POST 405

games:on open,runs,over                         GET 303 out=login          POST 404 out=login seated=303
games:told open,runs,over                       GET 404 out=login seated=200  POST 404 out=login seated=302
games:seated open,runs,over                     GET 404 out=login seated=200  POST 404 out=login seated=302
games:chat open,runs  GET 404 out=login host=200 guests=403  POST 404 out=login host=302 guests=403
games:chat over       GET 404 out=login host=302 guests=403  POST 404 out=login host=409 guests=403
games:forecast open,over                        GET 404 out=login seated=302  POST 405
games:forecast runs                             GET 404 out=login seated=200  POST 405
games:asked open,runs,over                      GET 302 out=login          POST 405
games:share open,over                           GET 302 out=login          POST 404 out=login seated=303
games:share runs                                GET 302 out=login          POST 404 out=login seated=409
games:{shared,shared-round,shared-step,still,still-png}  GET 404                    POST 405
games:{calendar,atom}                            GET 200                    POST 405
games:again open,runs,over                      GET 302 out=login          POST 404 out=login seated=303

account_{login,signup}                          GET 302 out=200            POST 302 out=200
account_logout                                  GET 200 out=302            POST 302
account_{inactive,email_verification_sent}      GET 200                    POST 405
account_{reset_password_from_key_done,reset_password_done}  GET 200        POST 405
account_{reset_password,reset_password_from_key}  GET 200                  POST 200
account_confirm_email                           GET 200                    POST 404
account_reauthenticate                          GET 403 out=login          POST 403 out=login
account_email                                   GET 200 out=login          POST 302 out=login
account_change_password                         GET 302 out=login          POST 302 out=login
account_confirm_login_code                      GET 302                    POST 302
account_set_password                            GET 200 out=login          POST 200 out=login

accounts:profile                                GET 200 out=login          POST 200 out=login
accounts:language                               GET 405                    POST 302
accounts:notices                                GET 200 out=login          POST 200 out=login
accounts:told                                   GET 200 out=login          POST 302 out=login
accounts:confirmed                              GET 200                    POST 405
accounts:sign-in                                GET 200                    POST 422
accounts:sign-in-link                           GET 410                    POST 409
accounts:feeds                                  GET 200 out=login          POST 302 out=login
accounts:chats                                  GET 200 out=login          POST 302 out=login
accounts:chat-deed                              GET 405                    POST 404 out=login
accounts:devices                                GET 200 out=login          POST 422 out=login
accounts:device-remove                          GET 405                    POST 302 out=login
accounts:device-test                            GET 405                    POST 422 out=login
accounts:reads-offline                          GET 405                    POST 302 out=login
accounts:delete                                 GET 200 out=login          POST 422 out=login
accounts:vacation                               GET 200 out=login          POST 200 out=login
accounts:take-back                              GET 405                    POST 302 out=login
accounts:off                                    GET 200                    POST 200
mailbox:{mails,mail,html}                       GET 404 out=login          POST 405
accounts:friends                                GET 200 out=login          POST 405
accounts:ask                                    GET 405                    POST 302 out=login stranger=422
accounts:{accept,remove,block,unblock}          GET 405                    POST 302 out=login

admin:login                                     GET 403 out=login staffed=302  POST 403 out=login staffed=302
admin:logout                                    GET 302 staffed=405        POST 302
admin:{index,app_list}  GET login staffed=200      POST login staffed=200
admin:password_change  GET login staffed=302      POST login staffed=302
admin:{password_change_done,jsi18n}  GET login staffed=200      POST login staffed=405
admin:autocomplete  GET login staffed=403      POST login staffed=405
admin:view_on_site  GET login staffed=404      POST login staffed=404

admin:auth_group_{changelist,add,history,change}  GET login aides=403 heads=200  POST login aides=403 heads=200
admin:accounts_user_{changelist,add,history} GET login aides=403 heads=200  POST login aides=403 heads=200
admin:accounts_user_change  GET login aides=403 heads=200  POST login staffed=403 superuser=200
admin:accounts_user_delete  GET login staffed=403 superuser=200  POST login staffed=403 superuser=302
admin:auth_user_password_change  GET login staffed=403 superuser=200  POST login staffed=403 superuser=200
admin:account_emailaddress_{changelist,history} GET login aides=403 heads=200  POST login aides=403 heads=200
admin:account_emailaddress_change  GET login aides=403 heads=200  POST login staffed=403
admin:account_emailaddress_{add,delete}  GET login staffed=403  POST login staffed=403
admin:auth_group_delete  GET login aides=403 heads=200  POST login aides=403 heads=302
admin:accounts_{friendship,block}_{changelist,history}  GET login aides=403 heads=200  POST login aides=403 heads=200
admin:accounts_{friendship,block}_change  GET login aides=403 heads=200  POST login staffed=403
admin:accounts_{friendship,block}_delete  GET login aides=403 heads=200  POST login aides=403 heads=302
admin:accounts_{friendship,block}_add  GET login staffed=403          POST login staffed=403

admin:games_complaint_changelist  GET login staffed=200  POST login staffed=200
admin:games_complaint_history  GET login staffed=200 sitters=302  POST login staffed=200 sitters=302
admin:games_complaint_{add,delete}  GET login staffed=403  POST login staffed=403
admin:games_{game,seat,move,invitation,peek}_{changelist,history}  GET login staffed=200  POST login staffed=200
admin:games_tablechat_{changelist,history}  GET login staffed=200  POST login staffed=200
admin:games_tablechat_{add,delete}  GET login staffed=403  POST login staffed=403
admin:games_notice_changelist  GET login staffed=200  POST login staffed=200
admin:games_notice_history  GET login staffed=200 sitters=302  POST login staffed=200 sitters=302
admin:games_motion_{changelist,history}  GET login staffed=200  POST login staffed=200
admin:games_{game,seat,move,notice,motion,invitation,peek}_{add,delete}  GET login staffed=403  POST login staffed=403
admin:games_{seat,move,motion,invitation,peek,tablechat}_change  GET login staffed=200  POST login staffed=403
admin:games_{notice,complaint}_change  GET login staffed=200 sitters=302  POST login staffed=403
admin:games_game_change  GET login staffed=200  POST login staffed=405
admin:games_game_open  GET login staffed=302  POST login staffed=403 superuser=200
admin:games_game_{repair,recount}  GET login staffed=302  POST login staffed=403 superuser=302
"""


class Door(NamedTuple):
    """An address about a table, and how everybody is answered there, by method and kind."""

    name: str
    code: str
    answers: dict[str, dict[str, str]]


def doors() -> list[Door]:
    """The table, one door for each address and table."""
    return [door for line in TABLE.splitlines() if line for door in _doors(line)]


def _doors(line: str) -> list[Door]:
    head, _, rest = line.partition(" GET ")
    got, _, posted = rest.partition(" POST ")
    names, _, codes = head.strip().partition(" ")
    answers = {"GET": _answers(got), "POST": _answers(posted)}
    tables = codes.strip().split(",") if codes.strip() else [CODES[1]]
    return [Door(name, code, answers) for name in _spread(names) for code in tables]


def _answers(text: str) -> dict[str, str]:
    usual, *others = text.split()
    answers = dict.fromkeys(EVERYBODY, usual)
    for other in others:
        who, _, answer = other.partition("=")
        answers |= dict.fromkeys(GROUPS.get(who, (who,)), answer)
    return answers


def _spread(names: str) -> list[str]:
    """A name for each of the words in braces."""
    before, brace, rest = names.partition("{")
    if not brace:
        return [names]
    words, _, after = rest.partition("}")
    return [before + word + end for word in words.split(",") for end in _spread(after)]
