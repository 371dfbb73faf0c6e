// Checks the machine in the text box: a worker runs Python, and is ended when it takes too long.
"use strict";
{
  const form = document.querySelector("form.own"), said = document.querySelector("pre.said");
  const run = document.querySelector("iframe.run"), [check, stop] = form.querySelectorAll("button");
  let worker = null;

  const show = (text, page = "", busy = false) => {
    said.textContent = text;
    run.hidden = !page;
    run.srcdoc = page;
    check.disabled = busy;
    stop.disabled = !busy;
  };
  const end = (text) => {
    worker?.terminate();
    worker = null;
    show(text);
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!worker) {
      worker = new Worker("pyodide/worker.js", { type: "module" });
      worker.onmessage = (answer) => show(answer.data.said, answer.data.page);
      worker.onerror = () => end("Python does not start in this browser.");
    }
    show("Python starts, and checks.", "", true);
    worker.postMessage(form.elements.text.value);
  });
  stop.addEventListener("click", () => end("Stopped."));
  if (location.protocol === "file:") show("A browser runs Python only for pages from a server: python3 -m http.server --directory build/site/html");
  else form.hidden = false;
}
