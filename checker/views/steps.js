"use strict";
/* A step of a run in words, and the state after it. */

function sentence(told, name) {
  const parts = [told.sentence];
  told.facts.forEach((fact) => parts.push(" ", make("strong", name && fact.startsWith(`${name},`) ? "gone" : "", fact)));
  if (told.seen.length) parts.push(" ", make("small", "seen", told.seen.map((one) => one.replaceAll(" ", "\u00a0")).join(" · ")));
  return parts;
}

/* A step with its number; ◆ marks one without which nothing would have been lost. */
const numbered = (told, number, name) =>
  [make("b", "", `${number}. `), told.needed ? make("i", "", "◆ ") : "", ...sentence(told, name)];

/* The state after a step: the lanes, the messages of the step, and what it said. */
function stateAt(run, number, name) {
  const now = run.steps[number - 1];
  const before = number > 1 ? run.steps[number - 2] : null;
  const broken = number === run.steps.length ? run.breaking : [];
  const messages = now.arrows.map((one) => arrow(one, run.actors));
  return make("div", "state", [
    make("p", "now" + (now.needed ? " needed" : ""), numbered(now, number, name)),
    ...(messages.length ? [make("ul", "messages", messages, { "aria-label": "Messages" })] : []),
    make("div", "lanes", cards(run.actors, now.lanes, before && before.lanes, run, broken)),
  ]);
}

/* What the signs of a run mean, after the colors and signs of its lanes. */
function legendOfSteps(run, noun) {
  const sign = (kind, text, mark) => make("span", "", [make("span", kind, mark), ` ${text}`]);
  return [
    ...(run.steps.some((told) => told.needed) ? [sign("needed", `without this step the ${noun} would have survived`, "◆")] : []),
    ...(run.breaking.length ? [sign("swatch breaks", "breaks the promise", "")] : []),
  ];
}

/* Mark a step in the chart of a box, and bring it into sight where the chart is wider than the box. */
function pointIn(box, step, last) {
  box.querySelectorAll("[data-step]").forEach((one) => one.classList.toggle("current", Number(one.dataset.step) === step));
  const ground = box.querySelector(".ground.current");
  if (!ground) return;
  const [left, wide] = [Number(ground.getAttribute("x")), Number(ground.getAttribute("width"))];
  const room = box.clientWidth - box.querySelector(".corner").clientWidth;
  if (step === last) box.scrollLeft = box.scrollWidth;
  else if (left + wide + 40 > box.scrollLeft + room) box.scrollLeft = left + wide + 40 - room;
  if (left < box.scrollLeft) box.scrollLeft = left;
  slide(box);
}
