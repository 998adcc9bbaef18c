"""Names that try to be more than names: 60 of them, each short enough for a player's name (24 characters)."""

PAYLOADS = (
    "<script>x()</script>", "<img src=x onerror=x()>", "<svg onload=x()>", "\"><script src=//x>", "'><svg/onload=x()>",
    "\"><img src=x>", "'><img src=x>", "\" onfocus=x() id=y", "' onfocus=x() id=y", "\" autofocus onfocus=x", "`><svg>",
    "</title><svg onload=x>", "</textarea><svg onload>", "</script><svg onload=x", "</style><b>b</b>",
    "--><svg onload=x>",
    "]]><svg onload=x>", "<!--", "<![CDATA[", "<?xml version='1.0'?>", "<a href=javascript:x>y", "javascript:x()//",
    "data:text/html,<b>", "&lt;svg onload=x&gt;", "&#60;svg onload&#62;", "&amp;lt;b&amp;gt;", "&quot;onload=&quot;",
    "%3Csvg%20onload%3Dx%3E", "\\u003csvg onload=x>", "\\x3csvg onload=x>", "{{7*7}}", "{% debug %}",
    "{{request.user}}",
    "${7*7}", "#{7*7}", "<%= 7*7 %>", "{#x#}", "%(name)s", "%s%s%d", "{0}{name}", "<details ontoggle=x>",
    "<iframe src=x>", "<object data=x>", "<embed src=x>", "<base href=//x>", "<meta http-equiv=x>",
    "<link rel=x href=x>",
    "<form action=//x>", "<button formaction=x>", "<input hx-get=/ >", "\" hx-get=/ hx-trigger=\"", "' hx-on:load='x()",
    "<p hx-swap-oob=true>", "\"><p style=x>", "<x-y onclick=x>", "<math><mi>x", "<svg><use href=x>", "\u202e<svg>",
    "＜svg onload=x＞", "ſcript <ſcript>", "<\x0bsvg/onload=x>", "<a\tonclick=x>",
)  # fmt: skip
