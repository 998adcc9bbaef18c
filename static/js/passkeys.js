// Forms that a passkey fills in: data-passkey says whether one is made ("create") or asked ("get"), data-options has the
// challenge, data-from the address that gives one. Without this file such forms stay hidden; passwords and codes work.
(() => {
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const { passkey, options, from } = form.dataset;
    const say = (what) => {
      for (const part of form.querySelectorAll("[data-says]")) part.hidden = part.dataset.says !== what;
    };
    const challenge = async () => {
      if (options) return JSON.parse(options);
      const answer = await fetch(from, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(answer.status);
      return (await answer.json()).request_options;
    };
    form.hidden = false;
    say(window.PublicKeyCredential ? "ready" : "unable");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const made = await window.webauthnJSON[passkey](await challenge());
        form.elements.credential.value = JSON.stringify(made);
      } catch {
        return say("failed");
      }
      form.submit();
    });
  }
})();
