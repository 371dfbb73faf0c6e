const data = JSON.parse(document.getElementById("data").textContent);
const runs = data.runs;
const length = runs[0].steps.length;
const find = (id) => document.getElementById(id);
let step = 1;

/* An element with a class, attributes and children; text is never read as HTML. */
function make(tag, name, children = [], attributes = {}) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const child of [].concat(children)) element.append(child);
  return element;
}

const shadeColor = (shade) => `var(--s${Math.max(0, shade) % 9})`;

function cell(one, followed, gone) {
  const kind = "cell" + (one.value === followed ? " followed" : "") + (gone ? " gone" : "");
  const element = make("span", kind, [one.name, make("small", "", one.detail)]);
  element.style.background = shadeColor(one.shade);
  element.dataset.value = one.value;
  element.dataset.shade = one.shade;
  return element;
}

function rowOf(lane, before, run) {
  const row = make("div", "cells", [], { "aria-label": describe(lane) });
  const places = Math.max(lane.cells.length, lane.mark);
  for (let place = 0; place <= places; place++) {
    if (place === lane.mark) row.append(make("span", "bar", [], { "data-at": place, "data-title": run.mark }));
    if (place < lane.cells.length) row.append(cell(lane.cells[place], run.value, false));
    else if (place < places) row.append(make("span", "none"));
  }
  const same = (a, b) => a.value === b.value && a.shade === b.shade;
  const gone = before ? before.cells.filter((old) => !lane.cells.some((one) => same(old, one))) : [];
  gone.forEach((one) => row.append(cell(one, run.value, true)));
  if (!lane.cells.length && !gone.length) row.append(make("span", "empty", "empty"));
  return row;
}

function describe(lane) {
  return [lane.cells.map((one) => `${one.name}, ${one.detail}`).join("; ") || "empty", ...lane.lines].join("; ");
}

function laneOf(actor, now, before, run) {
  if (actor.bare) return make("section", "lane bare", make("h3", "", actor.title));
  const changed = before && JSON.stringify(before) !== JSON.stringify(now);
  const kind = "lane" + (now.cells ? " row" : "") + (changed ? " changed" : "") + (now.faded ? " faded" : "") + (now.lead ? ` ${now.lead}` : "");
  return make("section", kind, [
    make("h3", "", [make("span", "", actor.title), ...(changed ? [make("span", "news", "changed")] : [])]),
    ...(now.role ? [make("p", "role", now.role)] : []),
    ...(now.cells ? [rowOf(now, before, run)] : []),
    ...now.lines.map((line) => make("p", "", line)),
  ], { "data-actor": actor.actor });
}

function arrow(message, actors) {
  const place = (name) => actors.findIndex((one) => one.actor === name);
  const [from, to] = [place(message.source), place(message.target)];
  const middle = (place) => ((place + 0.5) / actors.length) * 100;
  const [left, right] = [middle(Math.min(from, to)), middle(Math.max(from, to))];
  const shaft = make("span", "shaft " + (to > from ? "right" : "left"));
  shaft.style.left = `${left}%`;
  shaft.style.width = `${right - left}%`;
  const text = make("span", "text", message.text);
  text.style.left = `${(left + right) / 2}%`;
  text.style.width = "max-content";
  text.style.maxWidth = `${2 * Math.min((left + right) / 2, 100 - (left + right) / 2)}%`;
  const named = `${actors[from].title} to ${actors[to].title}: ${message.text}`;
  return make("div", "arrow" + (message.answer ? " answer" : ""), [text, shaft], {
    "role": "img", "aria-label": named, "data-from": message.source, "data-to": message.target,
  });
}

function sentence(told) {
  const parts = [told.sentence];
  told.facts.forEach((fact) => parts.push(" ", make("strong", runs[0].name && fact.startsWith(`${runs[0].name},`) ? "gone" : "", fact)));
  if (told.seen.length) parts.push(" ", make("small", "seen", told.seen.map((one) => one.replaceAll(" ", "\u00a0")).join(" · ")));
  return parts;
}

/* The state after a step: the lanes, the messages of the step, and what it said. */
function stateAt(run, number) {
  const now = run.steps[number - 1];
  const before = number > 1 ? run.steps[number - 2] : null;
  const lanes = run.actors.map((actor, i) => laneOf(actor, now.lanes[i], before && before.lanes[i], run));
  const heads = run.actors.map((actor) => make("span", "", actor.short));
  return make("div", "state", [
    make("p", "now" + (now.needed ? " needed" : ""), [
      make("b", "", `${number}. `), now.needed ? make("i", "", "◆ ") : "", ...sentence(now)]),
    make("div", "lanes", lanes),
    make("div", "messages" + (run.steps.some((told) => told.arrows.length) ? "" : " never"), [make("div", "heads", heads), ...now.arrows.map((one) => arrow(one, run.actors))]),
  ]);
}

/* A run: its name and verdict, the whole of it as a diagram, and the state after the step that is shown. */
function article(run) {
  const verdict = make("span", "verdict " + (run.broken ? "lost" : "fine"), run.verdict);
  return make("article", "run", [
    make("header", "", [make("h2", "", run.title), verdict]),
    make("div", "whole", [], { tabindex: "0", role: "group", "aria-label": `The whole run of ${run.title}` }),
    make("div", "state"),
  ]);
}

function drawDiagrams() {
  document.querySelectorAll("#runs .whole").forEach((box, i) => box.replaceChildren(diagram(runs[i], box.clientWidth, show)));
  point();
}

/* Mark the current step in the diagrams, and bring it into sight where a diagram is wider than its box. */
function point() {
  document.querySelectorAll("#runs .whole").forEach((box) => {
    box.querySelectorAll(".column").forEach((column) => column.classList.toggle("current", Number(column.dataset.step) === step));
    const ground = box.querySelector(".column.current rect");
    if (!ground) return;
    const [left, wide] = [Number(ground.getAttribute("x")), Number(ground.getAttribute("width"))];
    if (left + 2 * wide > box.scrollLeft + box.clientWidth) box.scrollLeft = left + 2 * wide - box.clientWidth;
    if (left - 90 < box.scrollLeft) box.scrollLeft = left - 90;
  });
}

function show(number, fromHash) {
  step = Math.min(length, Math.max(1, number));
  document.querySelectorAll("#runs .state").forEach((state, i) => state.replaceWith(stateAt(runs[i], step)));
  point();
  find("slider").value = step;
  find("slider").setAttribute("aria-valuetext", `step ${step} of ${length}`);
  find("where").textContent = `${step} of ${length}`;
  find("back").disabled = step === 1;
  find("forth").disabled = step === length;
  document.querySelectorAll("#steps li").forEach((item, i) => {
    if (i + 1 === step) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
  document.querySelectorAll("#life li").forEach((item) => item.classList.toggle("later", Number(item.dataset.step) > step));
  follow(document.querySelector("#steps li[aria-current]"));
  if (!fromHash && location.protocol !== "about:") history.replaceState(null, "", `#${step}`); // a frame has no address
}

/* Keep the current step in sight inside the list, without moving the page. */
function follow(item) {
  const box = find("story");
  if (box.scrollHeight <= box.clientHeight) return;
  const top = item.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  if (top < box.scrollTop) box.scrollTop = top;
  if (top + item.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + item.offsetHeight - box.clientHeight;
}

function start() {
  const run = runs[0];
  find("promise").textContent = run.summary;
  find("bounds").textContent = data.bounds && `With ${data.bounds}.`;
  find("whose").textContent = runs.length > 1 ? `The run of ${run.title}` : "What happens";
  const commands = [["This run again", data.again], ["Found again", data.found]].filter((one) => one[1]);
  commands.forEach(([name, text]) => find("again").append(make("span", "", [`${name}: `, make("code", "", text)]), " "));
  find("slider").max = length;
  run.steps.forEach((told, i) => {
    const button = make("button", "", [make("b", "", `${i + 1}. `), told.needed ? make("i", "", "◆ ") : "", ...sentence(told)], { type: "button" });
    button.addEventListener("click", () => show(i + 1));
    find("steps").append(make("li", "", button));
  });
  find("mark").textContent = `◆ without this step the ${data.noun} would have survived`;
  find("loss").hidden = !run.promise;
  find("mark").hidden = !run.steps.some((told) => told.needed);
  if (run.life.length) {
    const events = run.life.map((event) => make("li", "", `${event.step}: ${event.text}`, { "data-step": event.step }));
    find("life").append(make("h2", "", `The life of ${run.name}`), make("ol", "", events));
  }
  legend(run);
  document.body.classList.toggle("compares", runs.length > 1);
  find("runs").append(...runs.map(article));
  document.querySelectorAll("#runs .whole").forEach((box) => box.addEventListener("scroll", () => keepTitles(box)));
  runs.forEach(printed);
  find("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  find("back").addEventListener("click", () => show(step - 1));
  find("forth").addEventListener("click", () => show(step + 1));
  find("loss").addEventListener("click", () => show(data.turn));
  window.addEventListener("resize", drawDiagrams);
  document.addEventListener("keydown", keyed);
  window.addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || data.turn, true));
  show(Number(location.hash.slice(1)) || data.turn, true);
  drawDiagrams();
}

/* What paper shows of a run: its diagram, and every step. */
function printed(run) {
  const whole = make("div", "whole", diagram(run, 700, () => {}));
  find("print").append(make("h2", "", run.verdict ? `${run.title}: ${run.verdict}` : run.title), whole);
  run.steps.forEach((_, i) => find("print").append(make("article", "run", stateAt(run, i + 1))));
}

/* What the colors and signs mean: each shade that some cell of some run has, then the family's own words. */
function legend(run) {
  const cells = runs.flatMap((one) => one.steps.flatMap((told) => told.lanes.flatMap((lane) => lane.cells || [])));
  const shades = new Map(cells.map((one) => [one.shade, one.detail]));
  [...shades].sort((a, b) => a[0] - b[0]).forEach(([shade, detail]) => {
    const swatch = make("span", "swatch");
    swatch.style.background = shadeColor(shade);
    find("legend").append(make("span", "", [swatch, detail]));
  });
  const sign = (name, text) => find("legend").append(make("span", "", [make("span", `swatch ${name}`), text]));
  const drawn = cells.length > 0;
  if (run.value !== null && drawn) sign("followed", `${run.name}, the lost ${data.noun}`);
  const lanes = runs.flatMap((one) => one.steps.flatMap((told) => told.lanes));
  if (lanes.some((lane) => lane.lead === "true")) sign("true", "leads");
  if (lanes.some((lane) => lane.lead === "believed")) sign("believed", "leads by its own belief alone");
  find("legend").append(...(drawn ? ["✕ gone", ...data.legend] : data.legend).map((text) => make("span", "", text)));
}

function keyed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target === find("slider")) return;
  const moves = { ArrowRight: step + 1, ArrowLeft: step - 1, Home: 1, End: length };
  if (!(event.key in moves)) return;
  event.preventDefault();
  show(moves[event.key]);
}

start();
