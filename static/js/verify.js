// Recomputes every deal of a finished game in the reader's own browser, as games/rules/verify.py does (R98).
// The page says what the server found without this file.
(() => {
  const verdict = document.getElementById("verdict");
  if (!verdict || !globalThis.crypto?.subtle) return;
  const SEATS = "ABCDEFGHIJKL";
  const CHEST_TUNNELS = ["ESW", "EW", "NE", "NES", "NESW", "NS", "NW"];
  const CHESTS = ["choose-3", "extra-draw", "far-goal", "grab", "landslide", "no-draw", "no-maps", "nugget", "recycle", "spy"];
  const text = new TextEncoder();
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const sorted = (items) => [...items].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

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
      for (;;) {
        const given = await word();
        if (given < 2 ** 32 - (2 ** 32 % n)) return given % n;
      }
    }
    async function shuffled(items) {
      const order = sorted(items);
      for (let last = order.length - 1; last > 0; last--) {
        const other = await below(last + 1);
        [order[last], order[other]] = [order[other], order[last]];
      }
      return order;
    }
    return { below, shuffled };
  }

  async function roundFits(key, number, dealt, players) {
    const roll = (label) => dice(key, `round ${number} ${label}`);
    const seats = [...SEATS.slice(0, players)], aside = dealt.aside || [], gold = dealt.gold_cards || [];
    const roles = [...seats.map((seat) => dealt.roles[seat]), ...(dealt.spare_roles || [])];
    if (!same(await roll("roles").shuffled(roles), roles)) return false;
    const deck = [...aside, ...seats.flatMap((seat) => dealt.hands[seat]), ...dealt.pile];
    const given = await roll("deck").shuffled(deck);
    if (!same(given.splice(0, aside.length), aside)) return false;
    for (const seat of seats) {
      if (!same(sorted(given.splice(0, dealt.hands[seat].length)), sorted(dealt.hands[seat]))) return false;
    }
    if (!same(given, dealt.pile)) return false;
    const squares = Object.keys(dealt.goals).sort((a, b) => a.split(",")[1] - b.split(",")[1]);
    const goals = squares.map((at) => dealt.goals[at]), left = dealt.goals_left || [];
    const others = await roll("other goals").shuffled([...goals, ...left].filter((goal) => goal !== "gold"));
    if (!same(others.slice(goals.length - 1), left)) return false;
    if (!same(await roll("goals").shuffled(["gold", ...others.slice(0, goals.length - 1)]), goals)) return false;
    for (const card of Object.values(dealt.fixed || {})) {
      const name = card.replace(/~$/, ""), tunnels = sorted([name, ...deck.filter((other) => "NESW".includes(other[0]))]);
      if (tunnels[await roll("fixed").below(tunnels.length)] !== name) return false;
    }
    const tunnels = await roll("chest tunnels").shuffled(CHEST_TUNNELS), chests = await roll("chests").shuffled(CHESTS);
    if (!Object.values(dealt.chests || {}).every((laid, at) => same(laid, [tunnels[at], chests[at]]))) return false;
    if (!same(await roll("gold").shuffled(gold), gold)) return false;
    return number > 1 || seats[await roll("first").below(players)] === dealt.first;
  }

  async function fits({ fairness, seats, rounds }) {
    const secret = bytes(fairness.secret), shares = fairness.shares.map(bytes);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", join(text.encode("saboteur commitment 1\0"), secret)));
    if (!same([...digest], [...bytes(fairness.commitment)]) || shares.length !== seats.length) return false;
    const key = await mac(secret, join(text.encode("saboteur key 1\0"), ...shares.map((share) => join([share.length], share))));
    for (const [index, dealt] of rounds.entries()) {
      if (!(await roundFits(key, index + 1, dealt, shares.length))) return false;
    }
    return true;
  }

  function say(words, look) {
    verdict.textContent = words;
    verdict.classList.add(look);
    verdict.hidden = false;
  }

  fetch(verdict.dataset.export)
    .then((answer) => answer.json())
    .then(fits)
    .then((good) => (good ? say(verdict.dataset.good, "good") : say(verdict.dataset.bad, "bad")))
    .catch(() => say(verdict.dataset.away, "bad"));
})();
