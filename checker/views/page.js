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

const epochColor = (epoch) => `var(--e${Math.max(0, epoch) % 9})`;

function cell(entry, followed, gone) {
  const kind = "cell" + (entry.record === followed ? " followed" : "") + (gone ? " gone" : "");
  const element = make("span", kind, [`m${entry.record}`, make("small", "", `epoch ${entry.epoch}`)]);
  element.style.background = epochColor(entry.epoch);
  element.dataset.record = entry.record;
  element.dataset.epoch = entry.epoch;
  return element;
}

function logOf(broker, before, followed) {
  const log = make("div", "log", [], { "aria-label": describe(broker) });
  const places = Math.max(broker.log.length, broker.high_watermark);
  for (let offset = 0; offset <= places; offset++) {
    if (offset === broker.high_watermark) log.append(make("span", "hw", [], { "data-hw": offset }));
    if (offset < broker.log.length) log.append(cell(broker.log[offset], followed, false));
    else if (offset < places) log.append(make("span", "none"));
  }
  const same = (a, b) => a.record === b.record && a.epoch === b.epoch;
  const gone = before ? before.log.filter((old) => !broker.log.some((entry) => same(old, entry))) : [];
  gone.forEach((entry) => log.append(cell(entry, followed, true)));
  if (!broker.log.length && !gone.length) log.append(make("span", "empty", "empty"));
  return log;
}

function describe(broker) {
  const held = broker.log.map((entry) => `m${entry.record} of epoch ${entry.epoch}`).join(", ") || "no record";
  return `log: ${held}; high watermark ${broker.high_watermark}, log end ${broker.log.length}`;
}

function brokerLane(broker, before, followed) {
  const changed = before && JSON.stringify(before) !== JSON.stringify(broker);
  const kind = "lane broker" + (changed ? " changed" : "") + (broker.up ? "" : " down");
  return make("section", kind, [
    make("h3", "", `Broker ${broker.number}`),
    make("p", "role", broker.role),
    logOf(broker, before, followed),
    make("p", "", `HW ${broker.high_watermark}, LEO ${broker.log.length}`),
    make("p", "", broker.in_isr ? "in ISR" : "not in ISR"),
  ], { "data-broker": broker.number });
}

function lane(actor, now, before, followed) {
  if (actor === "producer" || actor === "consumer") {
    return make("section", "lane client", make("h3", "", actor === "producer" ? "Producer" : "Consumer"));
  }
  if (actor !== "controller") {
    return brokerLane(now.brokers[Number(actor)], before && before.brokers[Number(actor)], followed);
  }
  const changed = before && before.controller !== now.controller;
  const lines = now.controller.split(", ISR").map((part, i) => make("p", "", i ? `ISR${part}` : part));
  return make("section", "lane controller" + (changed ? " changed" : ""), [make("h3", "", "Controller"), ...lines]);
}

function arrow(message, actors) {
  const [from, to] = [actors.indexOf(message.source), actors.indexOf(message.target)];
  const middle = (place) => ((place + 0.5) / actors.length) * 100;
  const [left, right] = [middle(Math.min(from, to)), middle(Math.max(from, to))];
  const shaft = make("span", "shaft " + (to > from ? "right" : "left"));
  shaft.style.left = `${left}%`;
  shaft.style.width = `${right - left}%`;
  const text = make("span", "text", message.text);
  text.style.left = `${(left + right) / 2}%`;
  text.style.width = "max-content";
  text.style.maxWidth = `${2 * Math.min((left + right) / 2, 100 - (left + right) / 2)}%`;
  const named = `${title(message.source)} to ${title(message.target)}: ${message.text}`;
  return make("div", "arrow" + (message.answer ? " answer" : ""), [text, shaft], {
    "role": "img", "aria-label": named, "data-from": message.source, "data-to": message.target,
  });
}

const title = (actor) => (/^\d+$/.test(actor) ? `Broker ${actor}` : actor[0].toUpperCase() + actor.slice(1));
const shortTitle = (actor) => (/^\d+$/.test(actor) ? `B${actor}` : title(actor));

function sentence(told) {
  const parts = [told.sentence];
  told.facts.forEach((fact) => parts.push(" ", make("strong", fact.startsWith(`m${runs[0].record},`) ? "gone" : "", fact)));
  return parts;
}

function runAt(run, number) {
  const now = run.steps[number - 1];
  const before = number > 1 ? run.steps[number - 2] : null;
  const lanes = run.actors.map((actor) => lane(actor, now, before, run.record));
  const heads = run.actors.map((actor) => make("span", "", shortTitle(actor)));
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
  find("mark").hidden = !run.steps.some((told) => told.needed);
  if (run.lifeline.length) {
    const events = run.lifeline.map((event) => make("li", "", `${event.step}: ${event.text}`, { "data-step": event.step }));
    find("life").append(make("h2", "", `The life of m${run.record}`), make("ol", "", events));
  }
  const epochs = new Set(runs.flatMap((one) => one.steps.flatMap((told) => told.brokers.flatMap((b) => b.log.map((entry) => entry.epoch)))));
  [...epochs].sort().forEach((epoch) => {
    const swatch = make("span", "swatch");
    swatch.style.background = epochColor(epoch);
    find("legend").append(make("span", "", [swatch, `written in epoch ${epoch}`]));
  });
  const followed = run.record === null ? "" : `◆ m${run.record}, the lost record · `;
  find("legend").append(`${followed}HW: high watermark · LEO: log end offset · dashed arrow: an answer`);
  document.body.classList.toggle("compares", runs.length > 1);
  runs.forEach((one) => one.steps.forEach((_, i) => find("print").append(runAt(one, i + 1))));
  find("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  find("back").addEventListener("click", () => show(step - 1));
  find("forth").addEventListener("click", () => show(step + 1));
  document.addEventListener("keydown", keyed);
  window.addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || 1, true));
  show(Number(location.hash.slice(1)) || 1, true);
}

function keyed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target === find("slider")) return;
  const moves = { ArrowRight: step + 1, ArrowLeft: step - 1, Home: 1, End: length };
  if (!(event.key in moves)) return;
  event.preventDefault();
  show(moves[event.key]);
}

start();
