// Ranks the handbook's passages for a query and shows them, grouped by page: the best passage first, others of its page below it.
//
// A passage earns points for each word of the query that it holds: rare words count more, repetition counts less and less, and long
// passages less than short ones (Okapi BM25). Words that stand side by side in both earn more, so that a pasted message finds the page
// that quotes it, whatever names and numbers of the reader's own stand in between.
(() => {
  const K1 = 1.2; // the usual values of BM25
  const B = 0.5; // a half of the usual: a passage is long because it holds a table, not because it wanders
  const TITLE = 3; // a word of a title counts like three
  const ABOUT = 2; // a page whose title has all words of the query is about it
  const EXACT = 3; // a query with signs in it stands there character for character: `%%simt`, `LDS.128`
  const QUOTED = 2; // the query has all words of a message that the troubleshooting page quotes
  const LONGEST = 8; // words side by side; beyond it, a run earns no more a word
  const OF_A_PAGE = 2; // more passages that are shown of one page
  const SHOWN = 20; // pages
  const AROUND = 240; // characters of an excerpt
  // Tables of figures name everything. They come after pages that explain it.
  const WEIGHT = { start: 1, core: 1, further: 1, reference: 0.8 };
  const ANSWERS = ["troubleshooting", "glossary"]; // which are made to be looked up
  const MESSAGE = "message-"; // passages.py begins a message's anchor with it

  const WORD = /[\p{L}\p{N}_]+/gu;
  const SIGN = /[^\p{L}\p{N}_\s]/u;
  const plain = (word) => {
    const bare = word.toLowerCase().replace(/^_+|_+$/g, "") || word;
    return bare.length > 3 && /[^s]s$/.test(bare) ? bare.slice(0, -1) : bare;
  };
  const wordsOf = (text) => (text.match(WORD) ?? []).map(plain);
  const COMMON = new Set(wordsOf(`a an and are as at be by do does for from how i in is it its my not of on or that the this to what when
    where which why with`));
  // An identifier is found by its parts as well.
  const partsOf = (words) => words.flatMap((word) => (word.includes("_") ? word.split("_").filter(Boolean).map(plain) : []));

  const passages = globalThis.handbookPassages.map(([page, anchor, pageTitle, level, title, text]) => {
    const words = wordsOf(text);
    const titled = wordsOf(anchor ? `${title} ${pageTitle}` : title);
    const counts = new Map();
    for (const word of [...words, ...partsOf(words)]) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of [...titled, ...partsOf(titled)]) counts.set(word, (counts.get(word) ?? 0) + TITLE);
    const lower = `${title} ${text}`.toLowerCase();
    const weight = ANSWERS.includes(page) ? 1 : WEIGHT[level];
    return { page, anchor, pageTitle, title, text, words, counts, heading: wordsOf(title), isMessage: anchor.startsWith(MESSAGE), lower, weight };
  });
  const average = passages.reduce((sum, one) => sum + one.words.length, 0) / passages.length;
  const holding = new Map();
  for (const passage of passages) for (const word of passage.counts.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  const rarity = (word) => {
    const count = holding.get(word) ?? 0;
    return Math.log(1 + (passages.length - count + 0.5) / (count + 0.5));
  };

  const inRun = (word) => rarity(word) * (COMMON.has(word) ? 0.3 : 1);

  // For each word of the query, the longest run of words around it that the passage has side by side.
  const runs = (query, places, words) => {
    const ending = query.map(() => 0);
    let before = new Map();
    for (const word of words) {
      const now = new Map();
      for (const at of places.get(word) ?? []) {
        now.set(at, (before.get(at - 1) ?? 0) + 1);
        ending[at] = Math.max(ending[at], now.get(at));
      }
      before = now;
    }
    const around = query.map(() => 0);
    ending.forEach((length, at) => {
      for (let back = 0; back < length; back++) around[at - back] = Math.max(around[at - back], length);
    });
    return around;
  };

  const wordsScore = (asked, passage) => {
    let score = 0;
    let held = 0;
    const long = 1 - B + (B * passage.words.length) / average;
    for (const word of asked) {
      const count = passage.counts.get(word);
      if (!count) continue;
      held += 1;
      score += (rarity(word) * count * (K1 + 1)) / (count + K1 * long);
    }
    return { score, share: held / asked.length };
  };
  // A page is about what is in its title; a section or a term about its whole title.
  const isAbout = (asked, { anchor, heading }) =>
    asked.every((word) => heading.includes(word)) && (!anchor || heading.every((word) => asked.includes(word) || COMMON.has(word)));
  const runsScore = (query, places, passage) =>
    runs(query, places, passage.words).reduce(
      (sum, length, at) => sum + (length > 1 ? (inRun(query[at]) * Math.min(length, LONGEST)) / 2 : 0), 0);

  // The last word is still being typed: the words that begin with it stand for it, the most frequent of them first.
  const completed = (query) => {
    const last = query.at(-1);
    if (!last || holding.has(last)) return query;
    const longer = [...holding.keys()].filter((word) => word.startsWith(last));
    longer.sort((a, b) => holding.get(b) - holding.get(a));
    return longer.length ? [...query.slice(0, -1), longer[0]] : query;
  };

  const search = (text) => {
    const query = completed(wordsOf(text));
    // Common words say nothing on their own. Side by side with others they tell one message from another.
    const telling = query.filter((word) => !COMMON.has(word));
    const asked = [...new Set(telling.length ? telling : query)];
    const literal = text.trim().toLowerCase();
    const places = new Map([...new Set(query)].map((word) => [word, query.flatMap((one, at) => (one === word ? [at] : []))]));
    const found = passages.map((passage) => ({ passage, ...wordsScore(asked, passage) })).filter((one) => one.share > 0);
    for (const one of found) {
      // What stands around a message in a query takes nothing from it.
      const isQuoted = one.passage.isMessage && one.passage.heading.every((word) => places.has(word));
      one.score = (one.score + runsScore(query, places, one.passage)) * one.passage.weight * (isQuoted ? QUOTED : one.share);
      if (isAbout(asked, one.passage)) one.score *= ABOUT;
      if (SIGN.test(literal) && one.passage.lower.includes(literal)) one.score *= EXACT;
    }
    found.sort((one, other) => other.score - one.score);
    const pages = new Map();
    for (const { passage } of found) {
      if (!pages.has(passage.page)) pages.set(passage.page, []);
      pages.get(passage.page).push(passage);
    }
    return { query, pages: [...pages.values()] };
  };

  // A piece of the text: where the most different words of the query stand together.
  const excerptOf = (query, text) => {
    const asked = new Set(query);
    const hits = [...text.matchAll(WORD)].map((match) => [match.index, plain(match[0])]).filter(([, word]) => asked.has(word));
    const inside = new Map();
    let best = { at: 0, count: 0 };
    let first = 0;
    for (const [at, word] of hits) {
      inside.set(word, (inside.get(word) ?? 0) + 1);
      for (; hits[first][0] < at - AROUND + 40; first++) {
        const left = hits[first][1];
        inside.set(left, inside.get(left) - 1);
        if (!inside.get(left)) inside.delete(left);
      }
      if (inside.size > best.count) best = { at: hits[first][0], count: inside.size };
    }
    const begin = best.at > 40 ? text.lastIndexOf(" ", best.at - 30) + 1 : 0;
    const end = begin + AROUND < text.length ? text.lastIndexOf(" ", begin + AROUND) : text.length;
    return `${begin ? "… " : ""}${text.slice(begin, end)}${end < text.length ? " …" : ""}`;
  };

  const made = (tag, name, ...children) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    element.append(...children);
    return element;
  };
  const marked = (query, text) => {
    const asked = new Set(query);
    const pieces = [];
    let done = 0;
    for (const match of text.matchAll(WORD)) {
      if (!asked.has(plain(match[0]))) continue;
      pieces.push(text.slice(done, match.index), made("mark", "", match[0]));
      done = match.index + match[0].length;
    }
    return [...pieces, text.slice(done)];
  };
  const linkTo = (passage, words) => {
    const link = made("a", "", words);
    link.href = `${passage.page}.html${passage.anchor && `#${passage.anchor}`}`;
    return link;
  };
  const resultOf = (query, [best, ...others]) => {
    const result = made("li", "", made("h2", "", linkTo(best, best.title)));
    if (best.anchor) result.append(made("p", "of-page", best.pageTitle));
    result.append(made("p", "excerpt", ...marked(query, excerptOf(query, best.text))));
    const more = others.slice(0, OF_A_PAGE).map((passage) => made("li", "", linkTo(passage, passage.title)));
    if (more.length) result.append(made("ul", "", ...more));
    return result;
  };

  const field = document.getElementById("query");
  const show = () => {
    const { query, pages } = search(field.value);
    const results = pages.slice(0, SHOWN).map((page) => resultOf(query, page));
    document.getElementById("results").replaceChildren(...results);
    document.getElementById("found").textContent = !field.value.trim() ? ""
      : !pages.length ? "No page has any of these words."
      : pages.length > SHOWN ? `The best ${SHOWN} of ${pages.length} pages`
      : `${pages.length} page${pages.length > 1 ? "s" : ""}`;
  };
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", show);
  // A reader who comes back from a page finds the query again.
  field.addEventListener("change", () => history.replaceState(null, "", `?${new URLSearchParams({ q: field.value })}`));
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    field.blur();
  });
  show();
})();
