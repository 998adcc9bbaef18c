// What a choice has drawn at a table, part by part, without the order of the squares.
() => {
  const text = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";
  const css = (element, ...without) => [...element.classList].filter((name) => !without.includes(name)).sort().join(" ");
  const uses = (element) => [...element.querySelectorAll(":scope > svg, :scope > a > svg")].map((svg) =>
    [svg.getAttribute("class"), ...[...svg.children].map((use) => use.getAttribute("href"))].join(" "));
  const links = (element) => [...element.querySelectorAll(":scope > :is(a, button)")].map((link) =>
    [link.tagName, link.id, link.getAttribute("href"), link.getAttribute("tabindex"), link.value ?? "", text(link)].join("|"));
  const rows = (selector, read) => [...document.querySelectorAll(selector)].map(read);
  return {
    mine: rows(".mine > li:not(.pointer, .axes)", (li) => [css(li), uses(li), links(li), text(li)].join(" / ")).sort(),
    plates: rows(".plate", (li) => [css(li), text(li.querySelector("small")), li.querySelector(".door").tagName,
      li.querySelector(".door").getAttribute("href")].join(" / ")),
    line: [css(document.querySelector("#line")), text(document.querySelector("#prompt")),
      document.querySelector("#about-card")?.getAttribute("href"), document.querySelectorAll("#line .pill").length],
    actions: rows("#actions > :not(noscript)", (way) => [way.tagName, css(way), way.getAttribute("href"), way.dataset.key, text(way)].join(" / ")),
    hand: rows(".hand li", (li) => [css(li), uses(li.firstElementChild), li.firstElementChild.getAttribute("href"),
      li.firstElementChild.getAttribute("aria-current"), text(li)].join(" / ")),
    // A tool is named though the card repairs no other, which is the same move (read_move).
    fields: rows("#play input[type=hidden]:not([name=tool])", (one) => `${one.name}=${one.name === "csrfmiddlewaretoken" ? "" : one.value}`).sort(),
  };
}
