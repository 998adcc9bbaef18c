// Recomputes a finished game's seal, commitment, deals and lots in the reader's own browser, as games/rules/verify.py
// does (R98). What only the rules know, the site has played again; the page says which is which, also without this file.
// BOX, what there is to be dealt, is in box.js.
(() => {
  const verdict = document.getElementById("verdict");
  if (!verdict || !globalThis.crypto?.subtle) return;

  const SEATS = [...BOX.seats];

  // -- bytes, order, equality
  const text = new TextEncoder();
  const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const sorted = (items) => [...items].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const spread = (counts) => Object.entries(counts).flatMap(([name, count]) => Array(count).fill(name));
  const hex = (digest) => [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const same = (one, other) => canonical(one) === canonical(other);
  const isEmpty = (part) => typeof part === "object" && !Object.keys(part).length;

  function bytes(digits) {
    if (!/^([0-9a-f]{2})*$/.test(digits)) throw new Error("no hexadecimal digits");
    return Uint8Array.from(digits.match(/../g) || [], (pair) => parseInt(pair, 16));
  }

  // JSON in the one way in which equal values give equal text, as games/rules/fairness.py writes it.
  function canonical(value) {
    if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "";
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    return `{${sorted(Object.keys(value)).map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }

  const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));

  async function mac(key, message) {
    const kept = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", kept, message));
  }

  // The stream of one label: blocks of eight 32-bit numbers.
  function dice(key, label) {
    let words = [], block = 0;
    async function word() {
      if (!words.length) {
        const counter = new Uint8Array(8);
        new DataView(counter.buffer).setBigUint64(0, BigInt(block++));
        const view = new DataView((await mac(key, join(text.encode(label), [0], counter))).buffer);
        words = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => view.getUint32(at));
      }
      return words.shift();
    }
    async function below(n) {
      if (!(n >= 1)) throw new Error("nothing to draw from");
      for (;;) {
        const given = await word();
        if (given < 2 ** 32 - (2 ** 32 % n)) return given % n;
      }
    }
    async function shuffled(items) {
      const order = [...items];
      for (let last = order.length - 1; last > 0; last--) {
        const other = await below(last + 1);
        [order[last], order[other]] = [order[other], order[last]];
      }
      return order;
    }
    const one = async (items) => items[await below(items.length)];
    return { below, shuffled, one };
  }

  // -- what was promised before: seal, commitment, words; the key of the game, or null
  async function keyOf(told) {
    const { fairness, seats, table } = told, scheme = fairness.scheme ?? 1, secret = bytes(fairness.secret);
    if (scheme !== 1 && scheme !== 2) return null;
    const promised = await sha256(text.encode(`saboteur commitment ${scheme}\0`), secret);
    if (hex(promised) !== fairness.commitment) return null;
    if (scheme === 1) {
      const shares = fairness.shares.map(bytes);
      if (shares.length !== seats.length) return null;
      return mac(secret, join(text.encode("saboteur key 1\0"), ...shares.map((share) => join([share.length], share))));
    }
    const { seal, ...unsealed } = fairness;
    const whole = await sha256(text.encode("saboteur record 2\0"), text.encode(canonical({ ...told, fairness: unsealed })));
    if (hex(whole) !== seal) return null;
    const words = fairness.words.map(([seat, share]) => [SEATS.slice(0, seats.length).indexOf(seat), bytes(share)]);
    const typed = words.map(([seat]) => seat), bots = fairness.bots.map((seat) => SEATS.slice(0, seats.length).indexOf(seat));
    if ([...typed, ...bots].includes(-1) || new Set([...typed, ...bots]).size !== typed.length + bots.length) return null;
    if (!same(sorted(fairness.bots), fairness.bots) || words.some(([, share]) => share.length !== 16)) return null;
    const said = words.map(([seat, share]) => join([seat], share)), rules = await sha256(text.encode(canonical(table)));
    return mac(secret, join(text.encode("saboteur key 2\0"), rules, [seats.length], ...said));
  }

  // -- deals
  // A game and what the modules in force change of it: of cards and roles how many more there are, of all else how it is.
  function boxOf(table, players) {
    const box = { ...BOX.games[table.rules] }, cards = { ...box.cards }, roles = { ...box.roles[players] };
    const add = (to, more) => Object.entries(more).forEach(([name, count]) => { to[name] = (to[name] || 0) + count; });
    for (const name of [...table.modules, ...table.variants]) {
      const change = BOX.modules[table.rules][name];
      add(cards, change.cards || {});
      if (change.roles) add(roles, change.roles[players]);
      Object.assign(box, change);
    }
    const hand = box.hand[players], seats = SEATS.slice(0, players);
    return { ...box, hand, seats, cards: sorted(spread(cards)), roles: sorted(spread(roles)) };
  }

  // The ways a tunnel card can lie: as printed, and turned when that shows (R2).
  function turnings(card) {
    const opposite = { N: "S", E: "W", S: "N", W: "E" }, groups = card.split("-")[0].split(".").map((group) => sorted(group).join(""));
    const turned = groups.map((group) => sorted([...group].map((side) => opposite[side])).join(""));
    const looksTheSame = same(sorted(turned), sorted(groups)) && (groups.length === 1 || !card.includes("-") || turned[0] === groups[0]);
    return looksTheSame ? [card] : [card, `${card}~`];
  }

  // A round as it follows from the key; who begins a later one, which gold is left and where chests lie follow from play.
  async function dealOf(key, number, dealt, box) {
    const roll = (label) => dice(key, `round ${number} ${label}`), players = box.seats.length;
    const roles = await roll("roles").shuffled(box.roles), cards = [...box.cards], fixed = {};
    if (box.laid) {
      const byLot = roll("fixed"), card = await byLot.one(cards.filter((name) => "NESW".includes(name[0])));
      cards.splice(cards.indexOf(card), 1);
      fixed["4,0"] = await byLot.one(turnings(card));
    }
    const deck = await roll("deck").shuffled(cards), others = await roll("other goals").shuffled(box.goals);
    const out = box.squares.length - 1, goals = await roll("goals").shuffled(sorted(["gold", ...others.slice(0, out)]));
    const hand = (seat) => deck.slice(box.aside + box.hand * seat, box.aside + box.hand * (seat + 1));
    const chests = {};
    if (box.chests) {
      const tunnels = await roll("chest tunnels").shuffled(BOX.tunnels), drawn = await roll("chests").shuffled(BOX.chests);
      const laid = sorted(Object.keys(dealt.chests)), squares = BOX.arrangements.find((one) => same(sorted(one), laid));
      squares.forEach((at, place) => { chests[at] = [tunnels[place], drawn[place]]; });
    }
    const gold = number === 1 || !box.gold.length ? box.gold : sorted(dealt.gold_cards || []);
    return {
      first: number === 1 ? box.seats[await roll("first").below(players)] : box.seats.find((seat) => seat === dealt.first),
      roles: Object.fromEntries(box.seats.map((seat, place) => [seat, roles[place]])), spare_roles: roles.slice(players),
      goals: Object.fromEntries(box.squares.map((at, place) => [at, goals[place]])), goals_left: others.slice(out),
      aside: deck.slice(0, box.aside), pile: deck.slice(box.aside + box.hand * players),
      hands: Object.fromEntries(box.seats.map((seat, place) => [seat, sorted(hand(place))])),
      chests, fixed, gold_cards: await roll("gold").shuffled(gold),
    };
  }

  async function dealFits(key, number, dealt, box) {
    const expected = await dealOf(key, number, dealt, box);
    if (Object.keys(dealt).some((part) => ![...BOX.parts, "moves", "expect"].includes(part))) return false;
    return BOX.parts.every((part) => {
      let found = dealt[part] ?? (isEmpty(expected[part]) ? expected[part] : undefined);
      if (part === "hands") found = Object.fromEntries(Object.entries(found).map(([seat, hand]) => [seat, sorted(hand)]));
      return found !== undefined && same(found, expected[part]);
    });
  }

  // -- lots and shuffles while a round runs, in the order in which they were drawn
  async function drawsFit(key, rounds, draws) {
    const lines = rounds.flatMap((dealt, index) => dealt.moves.filter((line) => line.startsWith("* ")).map((line) => [index + 1, line]));
    if (lines.length !== draws.length) return false;
    for (const [place, [number, line]] of lines.entries()) {
      const [kind, ...said] = line.slice(2).split(" "), stream = dice(key, `round ${number} ${kind} ${place}`);
      let gave = kind === "lot" ? [await stream.one(draws[place])] : await stream.shuffled(draws[place]);
      if (kind === "roles") gave = gave.map((role, seat) => `${SEATS[seat]}=${role}`);
      if (!same(said, gave)) return false;
    }
    return true;
  }

  async function fits(told) {
    const { table, seats, rounds, fairness } = told, key = await keyOf(told);
    if (!key || !rounds.length || rounds.length > table.options.rounds) return false;
    const box = boxOf(table, seats.length);
    for (const [index, dealt] of rounds.entries()) {
      if (!(await dealFits(key, index + 1, dealt, box))) return false;
      if (!!dealt.expect?.game_over !== (index === rounds.length - 1)) return false;
    }
    return (fairness.scheme ?? 1) === 1 || drawsFit(key, rounds, fairness.draws);
  }

  function say(words, look) {
    verdict.textContent = words;
    verdict.classList.add(look);
    verdict.hidden = false;
  }

  fetch(verdict.dataset.export)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer)))
    .then((told) => fits(told).catch(() => false))
    .then((good) => (good ? say(verdict.dataset.good, "good") : say(verdict.dataset.bad, "bad")))
    .catch(() => say(verdict.dataset.away, "bad"));
})();
