"use strict";
/* The whole run as a space-time diagram: a lane for each actor, time to the right, a column for each step. */

const SVG = "http://www.w3.org/2000/svg";
const ROW = 17, TEXT = 14, AXIS = 26, GAP = 12, LETTER = 6.1;

/* An SVG element with attributes and children; text is never read as HTML. */
function draw(tag, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const child of [].concat(children)) element.append(child);
  return element;
}

/* Where each lane lies: its title, its line, its texts, and below them a row for each place. */
function layout(run) {
  let top = AXIS;
  return run.actors.map((actor, i) => {
    const lanes = run.steps.map((told) => told.lanes[i]);
    const places = Math.max(0, ...lanes.map((lane) => lane.cells ? Math.max(lane.cells.length, lane.mark, 1) : 0));
    const texts = actor.bare ? 0 : lanes[0].cells ? 2 : Math.max(...lanes.map((lane) => lane.lines.length));
    const lane = { actor, lanes, places, texts, line: top + 9, text: top + 14, cells: top + 16 + texts * TEXT };
    lane.bottom = lane.cells + places * ROW + 2;
    top = lane.bottom + GAP;
    return lane;
  });
}

/* The stretches of steps over which something stays the same: [value, first step, last step]. */
function stretches(values, same = (a, b) => a === b) {
  const found = [];
  values.forEach((value, i) => {
    const last = found[found.length - 1];
    if (last && same(last[0], value)) last[2] = i;
    else found.push([value, i, i]);
  });
  return found;
}

const short = (text, room) => text.length * LETTER <= room ? text : room < 3 * LETTER ? "" : `${text.slice(0, Math.floor(room / LETTER) - 1)}…`;

function lifeline(lane, x) {
  return stretches(lane.lanes.map((now) => now.faded ? "gone" : now.lead || "here")).map(([kind, from, to]) =>
    draw("line", { class: `life ${kind}`, x1: x(from), x2: x(to + 1), y1: lane.line, y2: lane.line }));
}

function texts(lane, x) {
  const drawn = [];
  for (let k = 0; k < lane.texts; k++) {
    const said = lane.lanes.map((now) => (now.cells ? now.role.split(", ") : now.lines)[k] || "");
    for (const [text, from, to] of stretches(said)) {
      const label = short(text, x(to + 1) - x(from) - 6);
      if (label) drawn.push(draw("text", { class: "said", x: x(from) + 3, y: lane.text + 11 + k * TEXT }, [label, draw("title", {}, text)]));
    }
  }
  return drawn;
}

/* A bar for each cell, from the step in which it came to the one in which it was still there. */
function bars(lane, x, run) {
  const drawn = [];
  for (let place = 0; place < lane.places; place++) {
    const held = lane.lanes.map((now) => (now.cells && now.cells[place]) || null);
    const same = (a, b) => a === b || (a && b && a.value === b.value && a.shade === b.shade);
    for (const [one, from, to] of stretches(held, same)) {
      if (!one) continue;
      const [left, right, top] = [x(from) + 2, x(to + 1) - 2, lane.cells + place * ROW];
      const followed = one.value === run.value ? " followed" : "";
      const bar = draw("rect", { class: "record" + followed, x: left, y: top + 1, width: right - left, height: ROW - 3, rx: 3 });
      bar.style.fill = shadeColor(one.shade);
      drawn.push(bar, draw("text", { class: "name" + followed, x: left + 5, y: top + 12 }, [short(one.name, right - left - 6), draw("title", {}, `${one.name}, ${one.detail}`)]));
      if (to + 1 < run.steps.length) drawn.push(draw("text", { class: "cut" + followed, x: x(to + 1) + 3, y: top + 13 }, "✕"));
    }
  }
  return drawn;
}

/* The mark of a lane as a line that rises and falls with it. */
function marks(lane, x, run) {
  if (!lane.places) return [];
  const points = lane.lanes.flatMap((now, i) => [x(i), x(i + 1)].map((at) => `${at},${lane.cells + now.mark * ROW - 1}`));
  const label = draw("text", { class: "mark", x: x(lane.lanes.length) + 3, y: lane.cells + lane.lanes[lane.lanes.length - 1].mark * ROW + 3 }, run.mark);
  return [draw("polyline", { class: "mark", points: points.join(" ") }), label];
}

function arrows(run, lanes, x, wide) {
  const at = (name) => lanes.find((lane) => lane.actor.actor === name).line;
  return run.steps.flatMap((told, i) => told.arrows.map((one, k) => {
    const shift = (wide * (k + 1)) / (told.arrows.length + 1);
    const [x1, x2, y1, y2] = [x(i) + shift - wide / 6, x(i) + shift + wide / 6, at(one.source), at(one.target)];
    const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    return draw("g", { class: "message" + (one.answer ? " answer" : "") }, [
      draw("title", {}, one.text),
      draw("line", { x1, y1, x2, y2 }),
      draw("path", { d: "M0 0L-8 -4L-8 4Z", transform: `translate(${x2} ${y2}) rotate(${angle})` }),
    ]);
  }));
}

function axis(run, x, wide, height, chosen) {
  return run.steps.flatMap((told, i) => {
    const column = draw("g", { class: "column" + (told.needed ? " needed" : "") + (run.turn === i + 1 ? " turn" : ""), "data-step": i + 1 }, [
      draw("rect", { x: x(i), y: 0, width: wide, height }),
      draw("text", { x: x(i) + wide / 2, y: 16 }, told.needed ? `◆${i + 1}` : `${i + 1}`),
      draw("title", {}, `${i + 1}. ${told.sentence}`),
    ]);
    column.addEventListener("click", () => chosen(i + 1));
    return column;
  });
}

/* The diagram in `width` pixels, or wider if its steps need more; `chosen` is called with the step that was clicked. */
function diagram(run, width, chosen) {
  const narrow = width < 560, label = narrow ? 34 : 84, end = 26;
  const wide = Math.max(narrow ? 27 : 34, (width - label - end) / run.steps.length);
  const x = (i) => label + i * wide;
  const lanes = layout(run);
  const [total, height] = [label + wide * run.steps.length + end, lanes[lanes.length - 1].bottom + 4];
  const said = `The whole run: ${run.steps.length} steps from left to right, a lane for each of ${lanes.map((lane) => lane.actor.title).join(", ")}. The list of steps says the same in words.`;
  return draw("svg", { class: "diagram", viewBox: `0 0 ${total} ${height}`, width: total, height, role: "img", "aria-label": said }, [
    ...axis(run, x, wide, height, chosen),
    ...lanes.flatMap((lane) => [...lifeline(lane, x), ...texts(lane, x), ...bars(lane, x, run), ...marks(lane, x, run)]),
    ...arrows(run, lanes, x, wide),
    draw("g", { class: "lane-titles" }, [
      draw("rect", { x: 0, y: 0, width: label, height }),
      ...lanes.map((lane) => draw("text", { class: "lane-title", x: 0, y: lane.line + 4 }, narrow ? lane.actor.short.slice(0, 4) : lane.actor.title)),
    ]),
  ]);
}

/* Keep the titles of the lanes in sight where the diagram is wider than its box. */
function keepTitles(box) {
  box.querySelector(".lane-titles").setAttribute("transform", `translate(${box.scrollLeft} 0)`);
}
