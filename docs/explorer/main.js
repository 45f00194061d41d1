// Opens the view that the page's address names, keeps the address up to date, and fits the explorer into a page of the handbook.
"use strict";
(() => {
  const { requestPage, TilePage, tileState } = globalThis.explorer;
  const SAVE_AFTER = 300; // ms: browsers slow down pages that write their address with each step of a slider
  const VIEWS = ["request", "tile"];
  const byId = (id) => document.getElementById(id);
  const last = new Map(); // by view, the address that it had when it was left
  let saving = 0;
  let shown = "";

  function save(view, hash) {
    last.set(view, hash);
    if (view !== shown) return;
    for (const said of document.querySelectorAll(".copied")) said.textContent = ""; // it was about another picture
    clearTimeout(saving);
    saving = setTimeout(() => history.replaceState(null, "", hash), SAVE_AFTER);
  }

  requestPage.onSave((hash) => save("request", hash));
  const tilePage = new TilePage((hash) => save("tile", hash));

  function open(hash) {
    shown = /(^#|&)view=tile(&|$)/.test(hash) ? "tile" : "request";
    for (const view of VIEWS) {
      byId(`${view}-view`).hidden = view !== shown;
      byId(`show-${view}`).setAttribute("aria-pressed", String(view === shown));
    }
    tilePage.stop();
    if (shown === "tile") tilePage.begin(tileState.fromHash(hash));
    else requestPage.fromAddress(hash);
  }

  // The state as it is, not as the address had it before its delayed save.
  async function copyLink(said) {
    const link = new URL(last.get(shown), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      said.textContent = "The link to this picture is in the clipboard.";
    } catch {
      said.textContent = `This browser does not let a page copy. The link is ${link}`;
    }
  }

  // Inside a page of the handbook: its theme, no heading of its own, and as high as what it shows.
  function embed() {
    document.documentElement.classList.add("embedded");
    const tell = () => parent.postMessage({ explorer: { height: document.body.offsetHeight } }, "*");
    new ResizeObserver(tell).observe(document.body);
    addEventListener("message", ({ source, data }) => {
      if (source !== parent || !["light", "dark", "auto"].includes(data?.theme)) return;
      document.documentElement.dataset.theme = data.theme;
    });
  }

  for (const view of VIEWS) byId(`show-${view}`).addEventListener("click", () => open(last.get(view) ?? `#view=${view}`));
  for (const button of document.querySelectorAll(".copy-link")) {
    button.addEventListener("click", () => copyLink(button.form.querySelector(".copied")));
  }
  // The event's own address: by now a save may have written over the page's.
  addEventListener("hashchange", (event) => open(new URL(event.newURL).hash));
  if (parent !== window) embed();
  open(location.hash);
})();
