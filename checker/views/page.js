"use strict";
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
  const kind = "lane" + (now.cells ? " row" : "") + (changed ? " changed" : "") + (now.faded ? " faded" : "");
  return make("section", kind, [
    make("h3", "", actor.title),
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
  return parts;
}

function runAt(run, number) {
  const now = run.steps[number - 1];
  const before = number > 1 ? run.steps[number - 2] : null;
  const lanes = run.actors.map((actor, i) => laneOf(actor, now.lanes[i], before && before.lanes[i], run));
  const heads = run.actors.map((actor) => make("span", "", actor.short));
  const verdict = make("span", "verdict " + (run.broken ? "lost" : "fine"), run.verdict);
  return make("article", "run", [
    make("header", "", [make("h2", "", run.title), verdict]),
    make("div", "lanes", lanes),
    make("div", "messages", [make("div", "heads", heads), ...now.arrows.map((one) => arrow(one, run.actors))]),
    make("p", "now" + (now.needed ? " needed" : ""), [
      make("b", "", `${number}. `), now.needed ? make("i", "", "◆ ") : "", ...sentence(now)]),
  ]);
}

function show(number, fromHash) {
  step = Math.min(length, Math.max(1, number));
  find("runs").replaceChildren(...runs.map((run) => runAt(run, step)));
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
  if (!fromHash) history.replaceState(null, "", `#${step}`);
}

/* Keep the current step in sight inside the list, without moving the page. */
function follow(item) {
  const box = find("story");
  if (box.scrollHeight <= box.clientHeight) return;
  const top = item.offsetTop - box.offsetTop;
  if (top < box.scrollTop) box.scrollTop = top;
  if (top + item.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + item.offsetHeight - box.clientHeight;
}

function start() {
  const run = runs[0];
  find("loss").textContent = run.loss;
  find("how").textContent = run.how;
  find("promise").textContent = `${run.promise}: ${run.summary}`;
  find("slider").max = length;
  run.steps.forEach((told, i) => {
    const button = make("button", "", [make("b", "", `${i + 1}. `), told.needed ? make("i", "", "◆ ") : "", ...sentence(told)], { type: "button" });
    button.addEventListener("click", () => show(i + 1));
    find("steps").append(make("li", "", button));
  });
  find("mark").textContent = `◆ without this step the ${data.noun} would have survived`;
  find("mark").hidden = !run.steps.some((told) => told.needed);
  if (run.life.length) {
    const events = run.life.map((event) => make("li", "", `${event.step}: ${event.text}`, { "data-step": event.step }));
    find("life").append(make("h2", "", `The life of ${run.name}`), make("ol", "", events));
  }
  legend(run);
  document.body.classList.toggle("compares", runs.length > 1);
  runs.forEach((one) => one.steps.forEach((_, i) => find("print").append(runAt(one, i + 1))));
  find("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  find("back").addEventListener("click", () => show(step - 1));
  find("forth").addEventListener("click", () => show(step + 1));
  document.addEventListener("keydown", keyed);
  window.addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || 1, true));
  show(Number(location.hash.slice(1)) || 1, true);
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
  const followed = run.value === null ? [] : [`◆ ${run.name}, the lost ${data.noun}`];
  find("legend").append([...followed, ...data.legend].join(" · "));
}

function keyed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target === find("slider")) return;
  const moves = { ArrowRight: step + 1, ArrowLeft: step - 1, Home: 1, End: length };
  if (!(event.key in moves)) return;
  event.preventDefault();
  show(moves[event.key]);
}

start();
