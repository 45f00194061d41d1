// Follows a watch: holds a request open until there is something new, then puts the new scorecard in the place of the old
// one. What the reader has opened, set, focused and scrolled to stays, also where lines of the source have moved.
(() => {
  const nonce = document.currentScript.nonce;
  const state = document.querySelector("#live-state [role=status]");
  const news = document.getElementById("live-news");
  const own = new Set(document.body.children);
  const cardNodes = () => [...document.body.childNodes].filter((node) => !own.has(node));

  // ------------------------------------------------------------------ names that a new scorecard has as well

  const PLACES = "details, input, select, a[href], button, summary, [tabindex]";
  const labelOf = (one) => {
    const said = one.matches("details") ? one.querySelector(":scope > summary") : one;
    return (one.getAttribute("aria-label") ?? said?.textContent ?? "").replace(/\d+/g, "").trim().slice(0, 200);
  };
  // Every place by a name: the nearest id, what it is, and its label without figures, which change from run to run.
  // renamed: what an id of the scorecard before is called now.
  const named = (renamed = (id) => id) => {
    const found = new Map();
    const counts = new Map();
    for (const node of cardNodes()) {
      for (const one of node.querySelectorAll?.(PLACES) ?? []) {
        const home = renamed(one.closest("[id]")?.id ?? "");
        const name = `${home} ${one.localName} ${labelOf(one)}`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
        found.set(`${name} ${counts.get(name)}`, one);
      }
    }
    return found;
  };

  // The lines of the source: an edit in one place leaves those before it where they were, and moves those after it.
  const linesOf = (page) => [...page.querySelectorAll(".source .line[id]")].map((line) => ({
    id: line.id,
    text: line.querySelector("code")?.textContent ?? "",
  }));
  const renaming = (before, after) => {
    const least = Math.min(before.length, after.length);
    let top = 0;
    while (top < least && before[top].text === after[top].text) top += 1;
    let end = 0;
    while (end < least - top && before.at(-1 - end).text === after.at(-1 - end).text) end += 1;
    const now = new Map();
    for (let i = 0; i < end; i += 1) now.set(before.at(-1 - i).id, after.at(-1 - i).id);
    return (id) => now.get(id) ?? id;
  };

  // --------------------------------------------------------------------------- what the reader has made of it

  const rendered = new WeakMap(); // whether a fold was open before the reader touched it
  const folds = new Map(); // by name, where the reader wants another state
  const valueOf = (one) => (one.type === "checkbox" || one.type === "radio" ? one.checked : one.value);
  const isSet = (one) => one.matches("select")
    ? [...one.options].some((option) => option.selected !== option.defaultSelected)
    : valueOf(one) !== (typeof valueOf(one) === "boolean" ? one.defaultChecked : one.defaultValue);

  const edge = () => document.getElementById("live-state").getBoundingClientRect().bottom;
  const isSeen = (one) => {
    const box = one.getBoundingClientRect();
    return box.height > 0 && box.top >= edge() && box.top < innerHeight;
  };
  // What shall be where it is: the place of the focus if it is in view, else the first of what is.
  const marksOf = () => {
    const all = cardNodes().flatMap((node) => [...(node.querySelectorAll?.("[id]") ?? [])]).filter(isSeen);
    const focused = document.activeElement.closest("[id]");
    return all.includes(focused) ? [focused, ...all] : all;
  };

  const remember = (renamed) => {
    const values = new Map();
    const scrolled = new Map();
    let focused = null;
    for (const [name, one] of named(renamed)) {
      if (one.matches("details")) {
        if (one.open === rendered.get(one)) folds.delete(name);
        else folds.set(name, one.open);
      }
      if (one.matches("input, select") && isSet(one)) values.set(name, valueOf(one));
      if (one.scrollLeft || one.scrollTop) scrolled.set(name, [one.scrollLeft, one.scrollTop]);
      if (one === document.activeElement) focused = name;
    }
    // At the top the reader stays there, and sees the news.
    const marks = scrollY < 8 ? [] : marksOf().map((one) => [renamed(one.id), one.getBoundingClientRect().top]);
    return { values, scrolled, focused, marks, y: scrollY };
  };

  const restore = (kept) => {
    const places = named();
    for (const [name, one] of places) {
      if (one.matches("details")) {
        rendered.set(one, one.open);
        if (folds.has(name)) one.open = folds.get(name);
      }
    }
    for (const [name, value] of kept.values) {
      const one = places.get(name);
      if (!one) continue;
      if (typeof value === "boolean") one.checked = value;
      else one.value = value;
      for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
    }
    for (const [name, [left, top]] of kept.scrolled) places.get(name)?.scrollTo({ left, top, behavior: "instant" });
    places.get(kept.focused)?.focus({ preventScroll: true });
  };

  const scrollBack = (kept) => {
    scrollTo({ top: kept.y, behavior: "instant" });
    for (const [id, top] of kept.marks) {
      const box = document.getElementById(id)?.getBoundingClientRect();
      if (!box?.height) continue;
      scrollBy({ top: box.top - top, behavior: "instant" });
      break;
    }
  };

  // --------------------------------------------------------------------------------------- the new scorecard

  const run = (script) => {
    const again = document.createElement("script");
    again.nonce = nonce;
    // A block of its own: the names of the run before are still there.
    again.textContent = `{${script.textContent}}`;
    script.replaceWith(again);
  };

  const replaceCard = (fresh) => {
    document.title = fresh.title;
    const styles = [...fresh.querySelectorAll("head style")].map((style) => style.textContent);
    document.getElementById("card-style").textContent = styles.join("\n");
    for (const node of cardNodes()) node.remove();
    document.body.append(...fresh.body.childNodes);
    for (const script of document.querySelectorAll("body script:not([type])")) if (!own.has(script)) run(script);
  };

  let seen = { number: 0, card: 0, news: "" };
  let labShown = null;

  const showNews = (html) => {
    if (html !== seen.news) news.innerHTML = html;
    news.hidden = !html;
  };

  const show = (said) => {
    state.innerHTML = said.state;
    if (said.number === seen.number) return;
    const fresh = said.html ? new DOMParser().parseFromString(said.html, "text/html") : null;
    const kept = remember(fresh ? renaming(linesOf(document), linesOf(fresh)) : (id) => id);
    document.body.classList.toggle("old", said.old);
    showNews(said.news);
    if (fresh) {
      replaceCard(fresh);
      restore(kept);
    }
    scrollBack(kept);
    if (fresh && said.lab !== labShown) {
      // Another lab has another page. The first may have been opened at one of its places.
      scrollTo({ top: 0, behavior: "instant" });
      if (labShown === null) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
      labShown = said.lab;
    }
    seen = said;
  };

  // ------------------------------------------------------------------------------------------------ following

  const RETRY_MS = 2000;
  const say = (words) => {
    const line = document.createElement("p");
    line.className = "bad";
    line.textContent = words;
    if (state.textContent !== words) state.replaceChildren(line);
  };

  // So that the watch knows when each reader has its last words.
  const reader = Math.random().toString(36).slice(2, 14);

  const next = async () => {
    const query = new URLSearchParams({ after: seen.number, card: seen.card, reader });
    try {
      return await fetch(`state?${query}`, { cache: "no-store" }).then(async (answer) => ({
        said: answer.ok ? await answer.json() : null,
        isForeign: answer.status === 403,
      }));
    } catch {
      return { said: null, isForeign: false };
    }
  };

  const follow = async () => {
    while (!seen.over) {
      const { said, isForeign } = await next();
      if (said) {
        show(said);
      } else if (isForeign) {
        say("Another watch runs here now: open the address that it printed.");
        return;
      } else {
        say("No answer from ./course watch: it has ended, or the connection is lost. Trying again.");
        await new Promise((done) => setTimeout(done, RETRY_MS));
      }
    }
  };
  follow();
})();
