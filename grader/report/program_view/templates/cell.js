// A report in a notebook's output follows its surroundings: as high as its content, dark where the notebook is. A
// notebook's theme is its own, whatever the system prefers; it shows in the colour of the text around the frame.
(() => {
  const frame = window.frameElement;
  if (!frame) return; // the notebook's page may not be looked at: the frame keeps its height and scrolls
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const ofDark = rules.filter((rule) => rule.media && rule.media.mediaText.includes("prefers-color-scheme: dark"));
  const follow = () => {
    const [red, green, blue] = getComputedStyle(frame.parentElement).color.match(/[\d.]+/g).map(Number);
    const isDark = 0.299 * red + 0.587 * green + 0.114 * blue > 127;
    for (const rule of ofDark) rule.media.mediaText = isDark ? "all" : "not all";
    document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  };
  const around = frame.ownerDocument;
  const watch = new frame.ownerDocument.defaultView.MutationObserver(follow);
  for (const one of [around.documentElement, around.body]) watch.observe(one, { attributes: true });
  follow();
  const fit = () => { frame.style.height = `${Math.ceil(document.body.getBoundingClientRect().height) + 2}px`; };
  new ResizeObserver(fit).observe(document.body);
  fit();
})();
