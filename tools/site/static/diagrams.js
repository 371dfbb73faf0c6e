// Draws the diagrams of a page, in the colours in which it is read. Mermaid lies beside this file.
"use strict";
addEventListener("DOMContentLoaded", () => {
  const diagrams = document.querySelectorAll("pre.mermaid");
  if (!diagrams.length) return;
  const chosen = document.body.dataset.theme;
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  mermaid.initialize({ startOnLoad: false, theme: dark ? "dark" : "neutral" });
  mermaid.run({ nodes: diagrams });
});
