"use strict";
/* Questions about all states, which the native engine answers, and the whole space as groups with arrows between. */

const BOX = 22, PAD = 10, APART = 70, BETWEEN = 16;

/* Ask the server, and show that it works: a question can be stopped. */
async function asking(what, words) {
  const query = new URLSearchParams(words);
  find("answer").textContent = "searching…";
  find("stop").hidden = false;
  const telling = setInterval(tell, 500);
  try {
    const answer = await fetch(`${what}?${query}`);
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.problem);
    return found;
  } catch (error) {
    find("answer").textContent = error instanceof TypeError ? GONE : error.message;
    return null;
  } finally {
    clearInterval(telling);
    find("stop").hidden = true;
  }
}

/* Say how far the search is. */
async function tell() {
  const answer = await fetch("told").catch(() => null);
  const told = answer && answer.ok ? await answer.json() : "";
  if (told && !find("stop").hidden) find("answer").textContent = `searching… ${told}`;
}

const many = (count) => count.toLocaleString("en");

/* Go to the nearest state, from `begin` on, that a question is about. */
async function nearest(begin, words) {
  const found = await asking("nearest", [["path", keyOf(begin)], ...words]);
  if (!found) return;
  const part = found.stopped ? ` (a part of the space: ${found.stopped})` : "";
  const from = begin.length ? "from that state on" : "from the initial state on";
  if (!found.path) {
    find("answer").textContent = `It holds in none of the ${many(found.states)} states ${from}${part}.`;
    return;
  }
  await go(found.path);
  find("answer").textContent = `The nearest state is ${states(stepsOf(found.path) - stepsOf(begin))} away; it holds in ${many(found.found)} of ${many(found.states)} states ${from}${part}.`;
}

const counted = (count) => count === 1 ? "1 state" : `${many(count)} states`;

/* What is written in a group. */
function linesOf(group) {
  const more = ([name, count]) => [name, count - (group.broken[name] || 0)];
  return [...group.lines, counted(group.states), ...Object.entries(group.broken).map(([name, count]) => `${many(count)} break ${name}`),
    ...Object.entries(group.doomed).map(more).filter(([, count]) => count > 0).map(([name, count]) => `${many(count)} more are doomed to break ${name}`)];
}

/* Where each group lies: the nearest at the left, in as many columns as fit into the room. */
function placed(groups, room) {
  const levels = [...new Set(groups.map((one) => one.level))].sort((a, b) => a - b);
  const sized = groups.map((one) => {
    const lines = linesOf(one);
    return { ...one, lines, height: lines.length * 17 + PAD, width: Math.max(...lines.map((line) => widthOf(line, true))) + 2 * PAD };
  });
  const widest = Math.max(...sized.map((one) => one.width));
  const columns = Math.min(levels.length, Math.max(2, Math.floor((room + APART) / (widest + APART))));
  const below = Array(columns).fill(4);
  const boxes = sized.map((one) => {
    const column = Math.floor(levels.indexOf(one.level) * columns / levels.length);
    const box = { ...one, column, x: 4 + column * (widest + APART), y: below[column] };
    below[column] += one.height + BETWEEN;
    return box;
  });
  return { boxes, width: columns * (widest + APART) - APART + 60, height: Math.max(...below) + BOX };
}

/* An arrow from a group to another: the more steps, the wider. */
function arrowBetween(a, b, steps) {
  const [x1, y1] = [a.x + a.width, a.y + a.height / 2];
  const [x2, y2] = [b.x, b.y + b.height / 2];
  const bend = a.column < b.column ? (x2 - x1) / 2 : 40;
  const ends = a.column < b.column ? `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
    : a.column === b.column ? `M${x1} ${y1}C${x1 + bend} ${y1} ${b.x + b.width + bend} ${y2} ${b.x + b.width} ${y2}`
      : `M${a.x} ${y1 + 6}C${a.x - bend} ${y1 + 6} ${b.x + b.width + bend} ${y2 + 6} ${b.x + b.width} ${y2 + 6}`;
  return draw("path", { class: "flow", d: ends, "stroke-width": 1 + Math.log10(steps), "marker-end": "url(#head)" }, draw("title", {}, `${many(steps)} steps`));
}

function picture(found, chosen) {
  const groups = found.groups.map((one) => ({ ...one, lines: found.names.map((name, k) => `${name}: ${one.values[k]}`) }));
  const { boxes, width, height } = placed(groups, find("picture").clientWidth);
  const head = draw("marker", { id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" }, draw("path", { d: "M0 0L8 4L0 8Z" }));
  const flows = found.arrows.filter(([a, b]) => a !== b).map(([a, b, steps]) => arrowBetween(boxes[a], boxes[b], steps));
  const shown = boxes.map((box, k) => {
    const group = draw("g", { class: "group" + (Object.keys(box.broken).length ? " breaks" : Object.keys(box.doomed).length ? " doomed" : ""), tabindex: 0, role: "button", "data-group": k }, [
      draw("rect", { x: box.x, y: box.y, width: box.width, height: box.height, rx: 8 }),
      ...box.lines.map((line, n) => draw("text", { x: box.x + PAD, y: box.y + 18 + n * 17 }, line)),
    ]);
    const enter = () => enterGroup(box, chosen);
    group.addEventListener("click", enter);
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter") enter();
    });
    return group;
  });
  return draw("svg", { class: "space", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": `${groups.length} groups of states` }, [head, ...flows, ...shown]);
}

/* Show what is in a group: its nearest states, a way into it, and a way out of it. */
async function enterGroup(box, chosen) {
  const found = await asking("inside", [...chosen, ...box.key.map((one) => ["value", one])]);
  if (!found) return;
  await go(found.path);
  find("answer").textContent = `This is the nearest of ${counted(box.states)} of the group, ${states(stepsOf(found.path))} away.`;
  const button = (text, enter, id) => {
    const made = make("button", "", text, { type: "button", id });
    made.addEventListener("click", enter);
    return made;
  };
  const reach = async (number) => {
    const way = await asking("reach", [["number", number]]);
    if (way) await go(way.path);
    if (way) find("answer").textContent = `A state of the group, ${states(stepsOf(way.path))} away.`;
  };
  find("inside").hidden = false;
  find("inside").replaceChildren(
    make("p", "", [make("b", "", box.lines.join(" · "))]),
    make("p", "", [button("the way into it", () => go(found.path), "way-in"), " ", ...(found.out ? [button(`the way through it and out: ${states(found.out.length)}`, () => go(found.out), "way-out")] : ["No run leaves it."])]),
    make("ol", "", found.nearest.map((one, k) => make("li", "", [button(`state ${k + 1}, ${states(one.level)} away`, () => reach(one.number), `state-${k + 1}`), ` ${k ? one.changes.join(" · ") || "the same fields" : "the nearest"}`]))),
  );
}

async function drawSpace() {
  const chosen = [...find("fields").querySelectorAll("input:checked")].map((one) => ["by", one.value]);
  if (find("typed").value.trim()) chosen.push(["typed", find("typed").value]);
  if (find("renames").checked) chosen.push(["renames", "yes"]);
  const found = await asking("groups", chosen);
  if (!found) return;
  find("inside").hidden = true;
  const part = found.stopped ? `, a part of the space: ${found.stopped}` : "";
  find("answer").textContent = `${counted(found.states)} in ${many(found.groups.length)} groups${part}. A click on a group leads to its nearest state.`;
  find("picture").replaceChildren(picture(found, chosen));
  let all = 0;
  const rows = found.levels.map(({ states: count, actions }, k) => {
    all += count;
    const steps = Object.entries(actions).map(([name, times]) => `${name} ${many(times)}`).join(" · ");
    return make("tr", "", [many(k), many(count), many(all), steps].map((text) => make("td", "", text)));
  });
  const head = ["steps from the start", "new states", "states so far", "steps from the new ones, by action"].map((text) => make("th", "", text));
  find("levels").replaceChildren(make("table", "", [make("thead", "", make("tr", "", head)), make("tbody", "", rows)]));
}

/* Go to the end of the shortest run on which something comes after something else. */
async function findRun(event) {
  event.preventDefault();
  const begin = find("from-start").checked ? [] : path;
  const words = ["then", "first", "never"].map((name) => [name, find(name).value]);
  const found = await asking("run", [["path", keyOf(begin)], ...words]);
  if (!found) return;
  const part = found.stopped ? ` (a part of the space: ${found.stopped})` : "";
  if (found.path) await go(found.path);
  find("answer").textContent = found.path ? `The shortest such run has ${states(stepsOf(found.path) - stepsOf(begin))}${part}.` : `There is no such run among ${many(found.states)} states${part}.`;
}

function startQuestions() {
  if (packed) return;
  find("order").addEventListener("submit", findRun);
  find("renaming").hidden = !about.symmetric.length;
  find("renaming").querySelector("span").textContent = `states that differ by a renaming of ${about.symmetric.join(", ")} ids are in one group`;
  find("questions").hidden = false;
  find("where-text").placeholder = about.example;
  find("values").append(...about.fields.map((field) => make("option", "", "", { value: field })));
  find("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    nearest(find("anywhere").checked ? [] : path, [["where", find("where-text").value]]);
  });
  find("stop").addEventListener("click", () => fetch("stop"));
  find("fields").append(...about.fields.map((field) => {
    const box = make("input", "", [], { type: "checkbox", value: field });
    return make("label", "", [box, ` ${field}`]);
  }));
  find("draw").addEventListener("click", drawSpace);
}
