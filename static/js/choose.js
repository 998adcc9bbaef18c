// Draws a choice at once, from the targets that the page carries (games/tableau/targets.py): what can be played on is lit,
// a target is previewed. A choice stays an address; one that cannot be drawn here is asked of the server, as all are
// without this file.
(() => {
  const TURNED = 1, EITHER = 2, SEATS = "ABCDEFGHIJKL", START_LANE = 13;
  const first = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const named = (text, slot) => text.replaceAll("\n", slot);
  let undo = [], drawn = false;

  // What the page carries; nothing while it is not this player's turn or the server has drawn a choice.
  function carried() {
    const hand = first("#hand[data-targets]");
    if (hand) hand.targets ??= JSON.parse(hand.dataset.targets);
    return hand?.targets;
  }

  // -- changes of the page that are taken back before the next choice and before an answer of the server

  function reset() {
    for (const back of undo.reverse()) back();
    undo = [];
    drawn = false;
  }
  function swap(old, fresh) {
    old.replaceWith(fresh);
    undo.push(() => fresh.replaceWith(old));
  }
  function edit(element) {
    const copy = element.cloneNode(true);
    swap(element, copy);
    return copy;
  }
  function set(element, name, value) {
    const old = element.getAttribute(name);
    element[value === null ? "removeAttribute" : "setAttribute"](name, value);
    undo.push(() => old === null ? element.removeAttribute(name) : element.setAttribute(name, old));
  }
  function refill(element, ...nodes) {
    const old = [...element.childNodes];
    element.replaceChildren(...nodes);
    undo.push(() => element.replaceChildren(...old));
  }
  function make(tag, attributes, ...content) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
    made.append(...content);
    return made;
  }
  const hidden = (text) => make("span", { class: "visually-hidden" }, text);

  // -- squares by their names

  function place(name) {
    const [, minus, lane, depth] = /^(-?)([A-Z]+)(-?\d+)$/.exec(name);
    const number = [...lane].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
    return [Number(depth), minus ? 1 - START_LANE - number : number - START_LANE];
  }
  function corner() {
    const lane = first(".mine .lane.row-1").textContent, depth = first(".mine .axis.column-1").textContent;
    return place(lane + depth.replace("−", "-"));
  }
  function square(name) {
    const [x, y] = place(name), [west, north] = corner(), css = `row-${y - north + 1} column-${x - west + 1}`;
    const found = first(`.mine > .${css.replace(" ", ".")}:not(.pointer)`);
    if (found) return edit(found);
    const made = make("li", { class: css });
    first(".mine > .axes").before(made);
    undo.push(() => made.remove());
    return made;
  }
  const darkLinks = () => all('.mine > li > a[tabindex="-1"]');
  const nameOf = (link) => new URL(link.href).searchParams.get("at");

  function link(item, name, href, text, mark) {
    item.querySelector(":scope > [id^=at-]")?.remove();
    const says = item.querySelector(":scope > .say-of");
    says?.replaceWith(...[...says.childNodes].slice(1));
    item.append(make("a", { id: `at-${place(name).join("_")}`, href }, ...(mark ? [make("i", {})] : []), hidden(text)));
  }

  // Focus outlives a change: on the element with the same id, else where a choice begins.
  function refocus(kept) {
    if (document.activeElement !== document.body) return;
    ((kept && document.getElementById(kept)) || first("#play [data-focus]"))?.focus({ preventScroll: true });
  }

  // -- what a choice draws

  // The choice of an address, if the page carries all that it shows.
  function read(search) {
    const targets = carried(), given = new URLSearchParams(search), token = given.get("card");
    if (!targets || [...given.keys()].some((name) => !/^(card|at|who|tool|flip|mode)$/.test(name))) return null;
    if (given.get("mode")) {
      return given.get("mode") === "discard" && targets.pass?.bar && given.getAll("card").length < 2
        ? { targets, token, pass: targets.pass } : null;
    }
    const card = targets.cards[token], to = Object.keys(card?.to ?? {});
    if (!card) return null;
    let where = ["at", "who", "tool"].filter((name) => given.get(name)).map((name) => `${name}=${given.get(name)}`).join("&");
    if (!where && !(to.length === 1 && !to[0].startsWith("at="))) return { targets, token, card };
    where ||= to[0];
    const [, ask, after, fits] = card.to[where] ?? [];
    if (ask == null) return null;
    const turned = fits === TURNED || (fits === EITHER && given.get("flip") === "1");
    return { targets, token, card, where, ask, after, turned, turnable: fits === EITHER };
  }

  function draw(choice, kept, again) {
    reset();
    drawn = true;
    const { targets, token, card, pass, where } = choice, { words } = targets, text = (number, slot = "") => named(targets.texts[number], slot);
    const table = location.pathname, base = `${table}?card=${token}`;
    const item = first(`.hand li[data-about$="about=${token}"]`), isRoom = item?.matches(".tunnel") && !pass;
    const target = Object.fromEntries(new URLSearchParams(where ?? ""));
    const complete = where !== undefined || (pass && token);
    const names = (key) => new URLSearchParams(key).get("at") ?? first(`#plate-${SEATS.indexOf(key[4])} > b`)?.textContent ?? "";
    for (const mark of all(`.coach b, .hand li[data-about$="about=${token}"] .fresh`)) swap(mark, document.createComment(""));
    if (item) {
      const held = edit(item);
      held.querySelector("a").setAttribute("aria-current", "true");
      if (choice.turned && isRoom) held.querySelector("svg").classList.add("upside-down");
    }
    if (pass) {
      for (const other of all(".hand li > a[href]")) {
        const about = new URL(other.parentElement.dataset.about, location).searchParams.get("about");
        set(other, "href", `${table}?card=${about}&mode=discard`);
      }
    }

    // Dark squares tell why, for this card; none does once the choice is complete.
    const lit = new Set(Object.keys(card?.to ?? {}).filter((key) => key.startsWith("at=")).map(names));
    for (const dark of darkLinks()) {
      const name = nameOf(dark), isCard = dark.parentElement.matches(":has(> .picture)");
      if (lit.has(name) && !(complete && name === target.at)) continue;
      if (isCard) edit(dark.parentElement).querySelector("a[tabindex]").remove();
      else if (!isRoom || complete) swap(dark.parentElement, document.createComment(""));
      else {
        const asks = edit(dark.parentElement).querySelector("a");
        asks.removeAttribute("tabindex");
        asks.href = `${base}&at=${name}`;
      }
    }
    for (const name of (complete ? [] : card?.dark ?? [])) link(square(name), name, `${base}&at=${name}`, named(words.dark, name));

    for (const [key, [about, , , fits]] of Object.entries(card?.to ?? {})) {
      if (!key.startsWith("at=")) continue;
      const name = names(key), square_ = square(name), chosen = key === where;
      if (chosen && isRoom) preview(square_, name, choice, item);
      else if (chosen) {
        square_.classList.add("ghost");
        square_.querySelector(":scope > .visually-hidden").append(` ${words.chosen}`);
      } else {
        square_.classList.add(...card.lit.split(" "), ...(complete ? ["dim"] : []));
        link(square_, name, `${base}&${key}`, text(about, name), true);
        if (targets.once && isRoom && fits !== EITHER && card.to[key][1] != null) atOnce(square_, name, fits);
      }
    }
    for (const seat of [...SEATS].slice(0, all(".plate").length)) plate(seat, choice, base, text);

    const slot = where ? names(where) : pass && item ? item.querySelector(".label").textContent : "";
    const [lead, prompt, why] = complete ? [text(pass?.ask ?? choice.ask, slot), "", text(pass?.drawn ?? choice.after, slot)]
      : (pass ?? card).bar.map((number) => text(number));
    say(lead, [prompt, why].filter(Boolean).join(" "), item, complete, new URLSearchParams({ ...(token && { card: token }), ...target,
      ...(choice.turned && { flip: 1 }), ...(pass && { mode: "discard" }) }));
    act(choice, base, complete && text((pass ?? card).button));
    fill({ mode: pass && "discard", card: token, ...(complete ? { ...target, at: target.at && target.at + (choice.turned ? "~" : "") } : {}) });

    htmx.process(first("#table"));
    document.dispatchEvent(new CustomEvent("table:chosen"));
    const next = complete && !again && first("#play .primary");
    if (next) next.focus({ preventScroll: true });
    else if (kept || !again) refocus(kept);
  }

  // The card as it would lie; a tap turns it where it fits either way up.
  function preview(item, name, { targets: { words }, token, turned, turnable }, held) {
    const picture = held.querySelector("svg").cloneNode(true), [x, y] = place(name), rock = (((7 * x + 3 * y) % 3) + 3) % 3;
    picture.classList.toggle("upside-down", turned);
    const [ground] = picture.children;
    ground.setAttribute("href", ground.getAttribute("href").replace(/#r\d$/, `#r${rock}`));
    const href = `${location.pathname}?card=${token}&at=${name}${turned !== turnable ? "&flip=1" : ""}`;
    item.classList.add("ghost");
    item.replaceChildren(make("a", { href }, picture, hidden(named(turnable ? words.turns : words.lies, name))));
  }

  // A tunnel that is laid with one tap: the square is a button of the form.
  function atOnce(item, name, fits) {
    const old = item.querySelector(":scope > a[id^=at-]"), { action } = first("#play");
    const button = make("button", { id: old.id, form: "play", name: "at", value: name + (fits === TURNED ? "~" : ""),
      "hx-post": new URL(action).pathname, "hx-push-url": location.pathname }, ...old.childNodes);
    old.replaceWith(button);
  }

  function plate(seat, { card, where }, base, text) {
    if (!card?.dim) return;
    const number = SEATS.indexOf(seat), old = first(`#plate-${number}`), who = `who=${seat}`;
    const key = Object.keys(card.to ?? {}).find((one) => one === who || one.startsWith(`${who}&`));
    const item = edit(old), door = item.querySelector(".door");
    if (key !== undefined && key === where) return item.classList.add("ghost");
    if (key !== undefined) {
      item.classList.add("lit");
      item.querySelector(".sheet")?.remove();
      return door.replaceWith(make("a", { id: door.id, class: "door", href: `${base}&${key}` }, ...door.childNodes));
    }
    const reason = text(card.dim[seat], item.querySelector(":scope > b").textContent);
    item.classList.add("dim");
    if (!reason) return;
    item.querySelector("small").textContent = reason;
    door.querySelector(".visually-hidden").append(`, ${reason}`);
  }

  function say(lead, rest, item, complete, query) {
    const line = first("#line"), prompt = first("#prompt"), details = first("#line [popovertarget=details]");
    set(line, "class", "chosen line");
    const about = item && make("a", { id: "about-card", class: "more-of", href: `${item.dataset.about}&${query}`,
      "hx-target": "#sheet", "hx-swap": "innerHTML show:none" }, make("span", { "aria-hidden": "true" }, "i"), hidden(carried().words.help));
    for (const other of line.querySelectorAll(":scope > :not(#prompt)")) if (other !== details) swap(other, document.createComment(""));
    if (about) {
      prompt.after(about);
      undo.push(() => about.remove());
    }
    set(prompt, "role", "status");
    set(prompt, "data-focus", complete ? null : "");
    refill(prompt, make("b", {}, lead), " ", rest);
  }

  function act({ targets, token, card, pass, where, turned, turnable }, base, button) {
    const table = location.pathname, { words } = targets, ways = [];
    const way = (text, href, key) => ways.push(make("a", { class: "button", href, "data-key": key }, text));
    const only = where !== undefined && !where.startsWith("at=") && Object.keys(card.to).length === 1;
    if (!button) way(words.cancel, table, "Escape");
    else way(words.back, only ? table : base, "Escape");
    if (!button && card && targets.pass) way(words.discard, `${base}&mode=discard`, "d");
    if (turnable) way(words.turn, `${base}&${where}${turned ? "" : "&flip=1"}`, "r");
    if (button) ways.push(make("button", { class: "button primary", "data-focus": "" }, button));
    refill(first("#actions"), ...ways);
    if (button) set(first("#play"), "hx-disabled-elt", "find .primary");
  }

  function fill(fields) {
    const made = Object.entries(fields).filter(([, value]) => value).map(([name, value]) => make("input", { type: "hidden", name, value }));
    first("#play").prepend(...made);
    undo.push(() => made.forEach((field) => field.remove()));
  }

  // -- when it is drawn

  // `again`: what was chosen before, after an answer that moves no focus which was elsewhere than on `kept`.
  function choose(search, kept = document.activeElement?.id, again = false) {
    if (!search) {
      const targets = carried();
      if (!targets) return false;
      reset();
      refocus(kept);
      document.dispatchEvent(new CustomEvent("table:chosen"));
      return true;
    }
    const choice = read(search);
    if (choice) draw(choice, kept, again);
    return Boolean(choice);
  }
  document.addEventListener("click", (event) => {
    const way = event.target.closest?.("#table a[href]");
    if (!way || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const url = new URL(way.href);
    if (url.pathname !== location.pathname || url.hash || way.hasAttribute("hx-target") || !choose(url.search)) return;
    event.preventDefault();
    event.stopPropagation();
    history.replaceState(history.state, "", url.pathname + url.search);
  }, true);

  // An answer of the server is put into the page as the server drew it; what is chosen is drawn again on top of it. What
  // cannot be drawn any more the server explains.
  let chosen = false, focused = "";
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    // A page that asks in vain gets the next question alone.
    if (!detail.shouldSwap || !drawn || detail.target.id === "pulse" || !detail.target.closest("#table")) return;
    [chosen, focused] = [true, document.activeElement?.id];
    reset();
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (!chosen) return;
    chosen = false;
    if (!location.search || choose(location.search, focused, true)) return;
    htmx.ajax("GET", location.pathname + location.search, { source: "#table", target: "#table", swap: "outerHTML show:none" });
  });

  // What was tapped shows that it waits for the server.
  document.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => {
    if (elt.closest?.("#table") && elt.id !== "pulse") (elt.matches("form") ? elt.querySelector(".primary") ?? elt : elt).dataset.busy = "";
  });
  document.addEventListener("htmx:afterRequest", () => { for (const busy of all("[data-busy]")) delete busy.dataset.busy; });
})();
