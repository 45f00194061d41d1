// The explorer in its page of the handbook: takes the page's theme, and is as high as what it shows.
"use strict";
(() => {
  const frame = document.querySelector("iframe.explorer");
  const tellTheme = () => frame.contentWindow.postMessage({ theme: document.body.dataset.theme ?? "auto" }, "*");
  addEventListener("message", ({ source, data }) => {
    const height = source === frame.contentWindow ? Number(data?.explorer?.height) : 0;
    if (!(height > 0)) return;
    frame.style.height = `${Math.ceil(height)}px`;
    tellTheme(); // it is there now: the first word comes from it
  });
  new MutationObserver(tellTheme).observe(document.body, { attributeFilter: ["data-theme"] });
})();
