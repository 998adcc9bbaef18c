// Four short sounds, and a buzz for the reader's turn and for gold. Off until it is switched on in the table's menu, for
// this browser alone.
(() => {
  const first = (selector) => document.querySelector(selector);
  // Each note: pitch in Hz, when it begins and how long it rings, in ms.
  const SOUNDS = {
    turn: [[523, 0, 180], [784, 130, 320]],
    laid: [[147, 0, 90], [98, 50, 110]],
    broken: [[233, 0, 80], [175, 70, 90], [131, 140, 160]],
    gold: [[659, 0, 150], [831, 110, 150], [988, 220, 150], [1319, 330, 500]],
  };
  const BUZZ = 20, WAIT = { gold: 1100 };
  let on = false, audio = null, awaited = null, way = null;
  try { on = localStorage.getItem("sound") === "on"; } catch { /* nothing is kept here: it stays off */ }

  function play(name) {
    if (!on || document.hidden) return;
    if (name === "turn" || name === "gold") navigator.vibrate?.(BUZZ);
    audio ??= new AudioContext();
    const now = audio.currentTime + (WAIT[name] ?? 0) / 1000;
    for (const [pitch, begin, length] of SOUNDS[name]) {
      const voice = new OscillatorNode(audio, { type: "triangle", frequency: pitch }), gain = new GainNode(audio, { gain: 0 });
      const start = now + begin / 1000, end = start + length / 1000;
      gain.gain.setValueAtTime(0, start);
      gain.gain.linearRampToValueAtTime(.2, start + .01);
      gain.gain.exponentialRampToValueAtTime(.001, end);
      voice.connect(gain).connect(audio.destination);
      voice.start(start);
      voice.stop(end);
    }
  }

  function look() {
    const box = first("#sound"), turn = Boolean(first(".line:is(.turn, .ask)"));
    if (box) [box.checked, box.closest("p").hidden] = [on, false];
    if (turn && awaited === false) play("turn");
    awaited = turn || Boolean(awaited && first(".line.chosen"));
    const gold = first(".plays .way");
    if (gold && gold !== way) play("gold");
    way = gold;
  }
  document.addEventListener("change", ({ target }) => {
    if (target.id !== "sound") return;
    on = target.checked;
    try { localStorage.setItem("sound", on ? "on" : "off"); } catch { /* then for this page alone */ }
    play("turn");
  });
  document.addEventListener("moved", ({ detail: { laid, broken } }) => {
    if (broken) play("broken");
    else if (laid) play("laid");
  });
  document.addEventListener("htmx:afterSettle", look);
  look();
})();
