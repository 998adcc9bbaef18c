// Recomputes a finished game's seal, commitment, deals and lots in the reader's own browser, as games/rules/verify.py
// does (R98). What only the rules know, the site has played again; the page says which is which, also without this file.
(() => {
  const verdict = document.getElementById("verdict");
  if (!verdict || !globalThis.crypto?.subtle) return;

  // -- the catalogue: cards, roles, goals, gold and chests, as in games/rules/cards.py and roles.py
  const counted = (text) => Object.fromEntries(text.split(" ").map((item) => item.split("=")).map(([name, count]) => [name, +count]));
  const SEATS = [..."ABCDEFGHIJKL"];
  const BASE = counted("NESW=5 ESW=5 NES=5 NS=4 EW=3 NE=5 NW=4 N.E.S.W=1 E.S.W=1 N.E.S=1 N.S=1 E.W=1 N.E=1 N.W=1 N=1 E=1 " +
    "break:pickaxe=3 break:lantern=3 break:cart=3 repair:pickaxe=2 repair:lantern=2 repair:cart=2 repair:pickaxe+lantern=1 " +
    "repair:pickaxe+cart=1 repair:lantern+cart=1 rockfall=3 map=6");
  const SABOTEUR2 = counted("NS.EW=2 NW.ES=2 S-ladder=1 E-ladder=1 NW-ladder=1 NE-ladder=1 NS-blue=1 EW-blue=1 NE-blue=1 NS.E-green=1 " +
    "EW-green=1 NW-green=1 NESW-crystal=1 ESW-crystal=3 NES-crystal=1 NSW.E-crystal=1 ESW.N-crystal=1 EW.S-crystal=1 S-crystal=1 " +
    "E-crystal=1 NE.S=1 NE.W=1 NW.S=1 NW.E=1 NS.E=1 EW.S=1 theft=4 hands-off=3 swap-hands=2 inspection=2 swap-hats=2 trapped=3 free=4");
  const OF_MODULES = {
    "swap-goals": "swap-goals", treasury: "treasury", veto: "veto", reverse: "reverse",
    craftsman: "repair:pickaxe+lantern+cart", guide: "guide", detour: "detour",
  };
  const BASE_ROLES = { 3: [1, 3], 4: [1, 4], 5: [2, 4], 6: [2, 5], 7: [3, 5], 8: [3, 6], 9: [3, 7], 10: [4, 7] };
  const TOURNAMENT_ROLES = { 5: [1, 3, 1], 6: [2, 3, 1], 7: [2, 3, 2], 8: [3, 3, 2], 9: [3, 4, 2] };
  const SABOTEUR2_ROLES = counted("blue=4 green=4 saboteur=3 boss=1 profiteer=1 geologist=2");
  const BASE_HANDS = { 3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4 };
  const BASE_GOALS = ["stone-a", "stone-b"];
  const ALL_GOALS = ["dragon", "sack-1", "sack-2", "spider", "stone-a", "stone-b", "stone-c"];
  const GOLD_CARDS = [...Array(16).fill(1), ...Array(8).fill(2), ...Array(4).fill(3)];
  const CHEST_TUNNELS = ["ESW", "EW", "NE", "NES", "NESW", "NS", "NW"];
  const CHESTS = ["choose-3", "extra-draw", "far-goal", "grab", "landslide", "no-draw", "no-maps", "nugget", "recycle", "spy"];
  const ARRANGEMENTS = [["2,-1", "2,1", "6,-1", "6,1"], ["3,-2", "3,2", "6,-2", "6,2"], ["4,-3", "4,3", "6,-1", "6,1"]];
  const PARTS = ["first", "roles", "spare_roles", "goals", "goals_left", "aside", "hands", "pile", "chests", "fixed", "gold_cards"];

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
  function boxOf(table, players) {
    const names = [...table.modules, ...table.variants], saboteur2 = table.rules === "saboteur2";
    const tournament = names.includes("tournament"), newGoals = names.includes("new-goals");
    const cards = { ...BASE, ...(saboteur2 ? SABOTEUR2 : {}) };
    for (const name of names) if (OF_MODULES[name]) cards[OF_MODULES[name]] = 1;
    const greedy = names.includes("greedy") ? 1 : 0, [saboteurs, diggers] = BASE_ROLES[players] || [0, 0];
    const plain = tournament ? TOURNAMENT_ROLES[players] : [saboteurs, diggers - greedy, greedy];
    const roles = saboteur2 ? SABOTEUR2_ROLES : { saboteur: plain[0], digger: plain[1], greedy: plain[2] };
    return {
      cards: sorted(spread(cards)), seats: SEATS.slice(0, players), roles: sorted(spread(roles)), tournament,
      hand: saboteur2 ? 6 : BASE_HANDS[players], aside: saboteur2 ? 10 : 0, goals: newGoals ? ALL_GOALS : BASE_GOALS,
      squares: (newGoals ? [-4, -2, 0, 2, 4] : [-2, 0, 2]).map((y) => `8,${y}`),
      gold: saboteur2 || tournament ? [] : GOLD_CARDS, chests: names.includes("treasure-chests"),
    };
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
    if (box.tournament) {
      const byLot = roll("fixed"), card = await byLot.one(cards.filter((name) => "NESW".includes(name[0])));
      cards.splice(cards.indexOf(card), 1);
      fixed["4,0"] = await byLot.one(turnings(card));
    }
    const deck = await roll("deck").shuffled(cards), others = await roll("other goals").shuffled(box.goals);
    const out = box.squares.length - 1, goals = await roll("goals").shuffled(sorted(["gold", ...others.slice(0, out)]));
    const hand = (seat) => deck.slice(box.aside + box.hand * seat, box.aside + box.hand * (seat + 1));
    const chests = {};
    if (box.chests) {
      const tunnels = await roll("chest tunnels").shuffled(CHEST_TUNNELS), drawn = await roll("chests").shuffled(CHESTS);
      const laid = sorted(Object.keys(dealt.chests)), squares = ARRANGEMENTS.find((one) => same(sorted(one), laid));
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
    if (Object.keys(dealt).some((part) => ![...PARTS, "moves", "expect"].includes(part))) return false;
    return PARTS.every((part) => {
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
