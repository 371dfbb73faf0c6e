"use strict";
/* The whole run as a space-time diagram: a lane for each actor, time to the right, a column for each step.

   No text is cut: columns grow, and texts wrap, until each fits where it stands. Arrows have a strip at the left of
   their column, which no text enters. The names of the lanes and the numbers of the steps stay in view. */

const SVG = "http://www.w3.org/2000/svg";
const LINE = 16, ROW = 20, AXIS = 26, GAP = 14, STRIP = 15, CUT = 14, LONGEST = 190, LINES = 3, TURN = 36;
const FONT = "13px system-ui, sans-serif";
const pen = document.createElement("canvas").getContext("2d");

function widthOf(text, bold = false) {
  pen.font = bold ? `600 ${FONT}` : FONT;
  return Math.ceil(pen.measureText(text).width) + 1;
}

/* An SVG element with attributes and children; text is never read as HTML. */
function draw(tag, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const child of [].concat(children)) element.append(child);
  return element;
}

/* The pieces at which a text may be broken: at spaces that no number follows, and a long word behind a sign. */
function pieces(text, longest = LONGEST) {
  const letters = new RegExp(`.{1,${Math.max(1, Math.floor(longest / 12))}}`, "gu");
  return text.split(/(?<= )(?!\d)/).flatMap((word) => widthOf(word, true) <= longest ? [word]
    : word.split(/(?<=[,;:.=\-_)\]}])/).flatMap((part) => widthOf(part, true) <= longest ? [part] : part.match(letters)));
}

/* A text as lines of at most that width. */
function wrapped(text, width) {
  return text.split("\n").flatMap((paragraph) => {
    const lines = [];
    for (const piece of pieces(paragraph, Math.min(width, LONGEST))) {
      const last = lines.length - 1;
      if (last >= 0 && widthOf((lines[last] + piece).trimEnd(), true) <= width) lines[last] += piece;
      else lines.push(piece);
    }
    return lines.map((line) => line.trimEnd());
  });
}

/* The least width at which a text has few lines, bold or not. */
function needed(text) {
  const most = LINES + text.split("\n").length - 1;
  let width = Math.max(...text.split("\n").flatMap((one) => pieces(one)).map((piece) => widthOf(piece.trimEnd(), true)));
  while (wrapped(text, width).length > most) width += 8;
  return width;
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

/* What a field shows in each step: its value; of a network what came and went. */
function shownOf(fields) {
  const shown = [];
  fields.forEach((field, i) => {
    const old = fields[i - 1];
    if (!field.messages || !old) shown.push(field.messages && !field.messages.length ? "" : field.text);
    else if (old.text === field.text) shown.push(shown[i - 1]);
    else shown.push([...without(field.messages, old.messages).map((one) => `+ ${one}`), ...without(old.messages, field.messages).map((one) => `− ${one}`)].join("\n"));
  });
  return shown;
}

/* The rows of a lane's texts, each with its label: the fields that change in the run, or its role, or its lines. */
function rowsOf(lane, whole) {
  const first = lane.lanes[0];
  if (lane.actor.bare) return [];
  if (first.fields.length) {
    const changes = (k) => whole.some((now) => now.fields[k].text !== whole[0].fields[k].text);
    return first.fields.flatMap((field, k) => changes(k)
      ? [{ label: lane.actor.title === field.name ? "" : field.name, path: field.path, said: shownOf(lane.lanes.map((now) => now.fields[k])) }] : []);
  }
  const texts = (now) => now.cells ? [now.role.replaceAll(", ", "\n")] : now.lines;
  const count = Math.max(...lane.lanes.map((now) => texts(now).length));
  return [...Array(count).keys()].map((k) => ({ label: "", path: "", said: lane.lanes.map((now) => texts(now)[k] || "") }));
}

/* What is drawn, without any place: lanes with their rows of texts and their bars, and the arrows of each step. */
function contents(run, from, to) {
  const steps = run.steps.slice(from, to);
  const lanes = run.actors.map((actor, i) => {
    const lane = { actor, lanes: steps.map((told) => told.lanes[i]) };
    lane.rows = rowsOf(lane, run.steps.map((told) => told.lanes[i]));
    lane.rows.forEach((row) => { row.stretches = stretches(row.said).filter((one) => one[0]); });
    const places = Math.max(0, ...lane.lanes.map((now) => now.cells ? Math.max(now.cells.length, now.mark, 1) : 0));
    const same = (a, b) => a === b || (a && b && a.value === b.value && a.shade === b.shade);
    lane.bars = [...Array(places).keys()].map((place) =>
      stretches(lane.lanes.map((now) => (now.cells && now.cells[place]) || null), same).filter((one) => one[0]));
    return lane;
  });
  const ends = new Set(run.steps.flatMap((told) => told.arrows.flatMap((one) => [one.source, one.target])));
  const shown = lanes.filter((lane) => lane.rows.length || lane.bars.length || ends.has(lane.actor.actor));
  const place = (name) => shown.findIndex((lane) => lane.actor.actor === name);
  const arrows = steps.map((told) => told.arrows.map((one) => ({ ...one, a: place(one.source), b: place(one.target) })));
  return { steps, lanes: shown, arrows, from, broken: to === run.steps.length ? run.breaking : [] };
}

/* The last column that a text which begins in a column may reach: before an arrow that crosses its lane. */
function reach(drawn, lane, from, to) {
  for (let j = from + 1; j <= to; j++) {
    if (drawn.arrows[j].some((one) => Math.min(one.a, one.b) <= lane && lane < Math.max(one.a, one.b))) return j - 1;
  }
  return to;
}

/* The widths of the columns, so that each text fits, and all together fill `room`. */
function columns(drawn, room, least) {
  const strips = drawn.arrows.map((each) => each.length * STRIP);
  const wide = strips.map((strip) => least + strip);
  const wishes = [];
  drawn.lanes.forEach((lane, i) => {
    lane.rows.forEach((row) => row.stretches.forEach(([text, from, to]) => wishes.push([needed(text) + 8, from, reach(drawn, i, from, to)])));
    lane.bars.forEach((place) => place.forEach(([one, from]) => wishes.push([widthOf(one.name, true) + 14 + CUT, from, from])));
  });
  wishes.sort((a, b) => a[2] - a[1] - (b[2] - b[1]));
  for (const [width, from, to] of wishes) {
    const has = wide.slice(from, to + 1).reduce((sum, one) => sum + one, 0) - strips[from];
    for (let j = from; j <= to; j++) wide[j] += Math.max(0, width - has) / (to - from + 1);
  }
  const more = Math.max(0, room - wide.reduce((sum, one) => sum + one, 0)) / wide.length;
  const left = [0];
  wide.forEach((one) => left.push(left[left.length - 1] + one + more));
  return { x: left, begin: left.map((one, i) => one + (strips[i] || 0)) };
}

/* Where everything lies from top to bottom. */
function rowsDown(drawn, at, label) {
  let top = 0;
  drawn.lanes.forEach((lane, i) => {
    lane.title = wrapped(lane.actor.title, label - 6);
    lane.line = top + 11;
    let y = top + 2 + LINE * lane.title.length;
    lane.rows.forEach((row) => {
      row.top = y;
      row.labels = row.label ? wrapped(row.label, label - 16) : [];
      row.texts = row.stretches.map(([text, from, to]) => {
        const room = at.x[reach(drawn, i, from, to) + 1] - at.begin[from] - 6;
        const lines = wrapped(text, room);
        return { lines, from, to, text, spare: Math.max(0, room - 2 - Math.max(...lines.map((line) => widthOf(line, true)))) };
      });
      y += LINE * Math.max(1, row.labels.length, ...row.texts.map((one) => one.lines.length));
    });
    lane.cells = y + 2;
    lane.bottom = lane.cells + lane.bars.length * ROW + 4;
    top = lane.bottom + GAP - 4;
  });
  return top;
}

const lined = (lines, x, y, name) => lines.map((line, k) => draw("text", { class: name, x, y: y + 12 + k * LINE }, line));

function lifeline(lane, at) {
  return stretches(lane.lanes.map((now) => now.faded ? "gone" : now.lead || "here")).map(([kind, from, to]) =>
    draw("line", { class: `life ${kind}`, x1: from ? at.begin[from] : 0, x2: at.begin[to + 1], y1: lane.line, y2: lane.line }));
}

function texts(drawn, lane, at) {
  return lane.rows.flatMap((row) => row.texts.flatMap(({ lines, from, to, text, spare }) => {
    const breaks = to === drawn.steps.length - 1 && drawn.broken.includes(row.path);
    return [draw("g", { class: "said" + (breaks ? " breaks" : ""), "data-start": at.begin[from], "data-spare": spare }, [draw("title", {}, text), ...lined(lines, at.begin[from] + 4, row.top, "")])];
  }));
}

/* A bar for each cell, from the step in which it came to the one in which it was still there. */
function bars(drawn, lane, at, run) {
  return lane.bars.flatMap((place, k) => place.flatMap(([one, from, to], n) => {
    const top = lane.cells + k * ROW, followed = one.value === run.value ? " followed" : "";
    const cut = n > 0 && place[n - 1][2] === from - 1;
    const [left, right] = [at.begin[from] + (cut ? CUT + 2 : 2), at.begin[to + 1] - 2];
    const bar = draw("rect", { class: "record" + followed, x: left, y: top + 2, width: Math.max(1, right - left), height: ROW - 4, rx: 3 });
    bar.style.fill = shadeColor(one.shade);
    const shown = [bar, draw("text", { class: "name" + followed, x: left + 5, y: top + 14.5 }, [one.name, draw("title", {}, `${one.name}, ${one.detail}`)])];
    if (to + 1 < drawn.steps.length) shown.push(draw("text", { class: "cut" + followed, x: at.begin[to + 1] + 2, y: top + 15 }, "✕"));
    return shown;
  }));
}

/* The mark of a lane as a line that rises and falls with it. */
function marks(lane, at, run) {
  if (!lane.bars.length) return [];
  const y = (now) => lane.cells + now.mark * ROW;
  const points = lane.lanes.flatMap((now, i) => [i ? at.begin[i] : 0, at.begin[i + 1]].map((x) => `${x},${y(now)}`));
  const label = draw("text", { class: "mark", x: at.begin[lane.lanes.length] + 4, y: y(lane.lanes[lane.lanes.length - 1]) + 4 }, run.mark);
  return [draw("polyline", { class: "mark", points: points.join(" ") }), label];
}

function arrows(drawn, at) {
  return drawn.arrows.flatMap((each, i) => each.map((one, k) => {
    const [x1, x2] = [at.x[i] + k * STRIP + 3, at.x[i] + k * STRIP + STRIP - 5];
    const [y1, y2] = [drawn.lanes[one.a].line, drawn.lanes[one.b].line];
    const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    return draw("g", { class: "message" + (one.answer ? " answer" : "") }, [
      draw("title", {}, one.text),
      draw("line", { x1, y1, x2, y2 }),
      draw("path", { d: "M0 0L-8 -4L-8 4Z", transform: `translate(${x2} ${y2}) rotate(${angle})` }),
    ]);
  }));
}

function numbers(drawn, run, at, chosen) {
  return drawn.steps.map((told, i) => {
    const number = drawn.from + i + 1;
    const name = (told.needed ? " needed" : "") + (run.turn === number ? " turn" : "") + (run.differs === number ? " differs" : "");
    const sign = (run.differs === number ? "≠" : "") + (told.needed ? "◆" : "");
    const column = draw("g", { class: "column" + name, "data-step": number }, [
      draw("rect", { x: at.x[i], y: 0, width: at.x[i + 1] - at.x[i], height: AXIS }),
      draw("text", { x: (at.x[i] + at.x[i + 1]) / 2, y: 17 }, sign + number),
      draw("title", {}, `${number}. ${told.sentence}`),
    ]);
    column.addEventListener("click", () => chosen(number));
    return column;
  });
}

/* What the columns stand on, to be clicked; it is tinted where the state is another than in the first run. */
function grounds(drawn, at, height, chosen) {
  return drawn.steps.map((told, i) => {
    const name = "ground" + (told.differs ? " differs" : "");
    const ground = draw("rect", { class: name, "data-step": drawn.from + i + 1, x: at.x[i], y: 0, width: at.x[i + 1] - at.x[i], height });
    ground.addEventListener("click", () => chosen(drawn.from + i + 1));
    return ground;
  });
}

/* How an endless run goes on: from below its last column back to the one to whose state it returns, and so for ever. */
function turns(drawn, run, at, top) {
  const last = drawn.steps.length - 1, first = run.loop - 1 - drawn.from;
  if (!run.loop || drawn.from + last + 1 !== run.steps.length) return [];
  const middle = (i) => (at.x[i] + at.x[i + 1]) / 2, right = middle(last);
  const left = first === last ? right - 14 : first < 0 ? 0 : middle(first), name = first === last ? "for ever" : "again and again";
  return [draw("g", { class: "turns" }, [
    draw("title", {}, first === last ? "It stays in this state for ever." : `Step ${run.steps.length} leads to the state of step ${run.loop} again.`),
    draw("path", { class: "way", d: `M${right} ${top}v6q0 6 -6 6H${left + 6}q-6 0 -6 -6v-2` }),
    draw("path", { d: `M${left} ${top - 3}l-4 8h8Z` }),
    draw("text", { x: (left + right) / 2, y: top + 26 }, name),
  ])];
}

/* Keep each text in view while what it says lasts, where the chart is wider than its box. */
function slide(box) {
  box.querySelectorAll(".said").forEach((said) => {
    const shift = Math.min(Math.max(0, box.scrollLeft - Number(said.dataset.start)), Number(said.dataset.spare));
    said.setAttribute("transform", `translate(${shift} 0)`);
  });
}

const sheet = (name, width, height, children, more = {}) =>
  draw("svg", { class: name, viewBox: `0 0 ${width} ${height}`, width, height, ...more }, children);

/* The steps `from` to `to` of a run in `room` pixels, or wider if they need more; `chosen` is called with a step. */
function chart(run, room, chosen, from = 0, to = run.steps.length) {
  const drawn = contents(run, from, to), narrow = room < 560;
  const labels = drawn.lanes.flatMap((lane) => [widthOf(lane.actor.title, true), ...lane.rows.map((row) => widthOf(row.label, true) + 8)]);
  const label = Math.min(narrow ? 104 : 220, Math.max(...labels) + 12);
  const end = drawn.lanes.some((lane) => lane.bars.length) ? widthOf(run.mark, true) + 8 : 2;
  const at = columns(drawn, room - label - end - 1, narrow ? 30 : 36);
  const low = rowsDown(drawn, at, label), height = low + (run.loop ? TURN : 0), width = Math.ceil(at.x[at.x.length - 1] + end);
  const said = `The whole run: ${run.steps.length} steps from left to right, a lane for each of ${run.actors.map((one) => one.title).join(", ")}. The list of steps says the same in words.`;
  const names = drawn.lanes.flatMap((lane) => [
    ...lined(lane.title, 0, lane.line - 8, "lane-title"), ...lane.rows.flatMap((row) => lined(row.labels, 8, row.top, "label"))]);
  return make("div", "chart", [
    sheet("corner", label, AXIS, []),
    sheet("numbers", width, AXIS, numbers(drawn, run, at, chosen)),
    sheet("lane-titles", label, height, names),
    sheet("diagram", width, height, [
      ...grounds(drawn, at, height, chosen),
      ...drawn.lanes.flatMap((lane) => [...lifeline(lane, at), ...texts(drawn, lane, at), ...bars(drawn, lane, at, run), ...marks(lane, at, run)]),
      ...arrows(drawn, at),
      ...turns(drawn, run, at, low + 4),
    ], { role: "img", "aria-label": said }),
  ]);
}

/* The chart in parts that are no wider than `room`, for paper. */
function parts(run, room, from = 0, to = run.steps.length) {
  const whole = chart(run, room, () => {}, from, to);
  const width = [...whole.querySelectorAll(".corner, .numbers")].reduce((sum, one) => sum + Number(one.getAttribute("width")), 0);
  if (width <= room || to - from === 1) return [whole];
  const middle = from + Math.ceil((to - from) / Math.ceil(width / room));
  return [...parts(run, room, from, Math.min(middle, to - 1)), ...parts(run, room, Math.min(middle, to - 1), to)];
}
