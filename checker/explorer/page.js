/* The explorer: a state, what can happen in it and what not, and the tree of the paths that were taken. */

const about = JSON.parse(find("data").textContent);
const packed = find("states").textContent.trim();
const known = new Map(); // what there is to see, by path
const tree = new Map([["", { last: null, below: [] }]]); // by path: the steps that were taken from it, and the last one
let path = [], seen = null, whole = null, asked = 0;

const GONE = "The explorer has ended: start it again with `tidemark explore`.";

const keyOf = (steps) => steps.join(".");
const pathOf = (text) => text.split(".").filter((word) => /^\d+$/.test(word)).map(Number);

async function unpacked() {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/* What there is to see at the end of a path: from the server, or from the states in the page. */
async function look(steps) {
  const key = keyOf(steps);
  if (known.has(key)) return known.get(key);
  const found = packed ? await inside(steps) : await fetched(key);
  if (found.search !== "under way") known.set(key, found);
  return found;
}

async function fetched(key) {
  let answer;
  try {
    answer = await fetch(`state?path=${key}`);
  } catch {
    throw new Error(GONE);
  }
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.problem);
  return found;
}

async function inside(steps) {
  whole = whole || await unpacked();
  const trail = [];
  let number = 0;
  for (const [k, n] of steps.entries()) {
    const way = whole[number].enabled.find((one) => one.n === n);
    if (!way) throw new Error(`the path has no step ${k + 2}: action ${n} is not enabled there`);
    number = way.to;
    trail.push({ name: way.name, sentence: way.sentence, outlook: whole[number].outlook });
  }
  return { ...whole[number], trail };
}

/* How many steps a path has: a number from 100000 on chooses an initial state. */
const stepsOf = (steps) => steps.filter((n) => n < 100000).length;

/* Note a path in the tree, with all that leads to it. */
function note(steps) {
  steps.forEach((step, k) => {
    const node = tree.get(keyOf(steps.slice(0, k)));
    const key = keyOf(steps.slice(0, k + 1));
    if (!tree.has(key)) tree.set(key, { last: null, below: [] });
    if (!node.below.includes(step)) node.below.push(step);
    node.last = step;
  });
}

async function go(steps, how = "push") {
  const mine = ++asked;
  try {
    const found = await look(steps);
    const before = steps.length ? await look(steps.slice(0, -1)) : null;
    if (mine !== asked) return; // another step was taken meanwhile
    path = steps;
    seen = found;
    note(path);
    nameAll(found.trail);
    drawState(before);
    find("problem").hidden = true;
    const address = `#${keyOf(path)}`;
    if (how === "push" && location.hash !== address) history.pushState(null, "", address);
    if (how === "replace") history.replaceState(null, "", address);
    document.body.dataset.path = keyOf(path);
  } catch (error) {
    if (mine !== asked) return;
    find("problem").textContent = error.message;
    find("problem").hidden = false;
    if (!seen && steps.length) await go([], "keep");
    find("problem").hidden = false;
  }
}

const names = new Map();
function nameAll(trail) {
  trail.forEach((step, k) => names.set(keyOf(path.slice(0, k + 1)), step));
}

function drawState(before) {
  const way = before && before.enabled.find((one) => one.n === path[path.length - 1]);
  const drawn = { value: null, mark: seen.mark, name: "", noun: about.noun };
  const broken = seen.promises.flatMap((one) => one.fields);
  const ends = new Set(way ? way.arrows.flatMap((one) => [one.source, one.target]) : []);
  const sameLanes = before && before.lanes.length === seen.lanes.length;
  find("now").replaceChildren(way ? way.sentence : "The initial state.");
  find("messages").hidden = !ends.size;
  find("messages").replaceChildren(...(way ? way.arrows.map((one) => arrow(one, seen.actors)) : []));
  find("lanes").replaceChildren(...cards(seen.actors, seen.lanes, sameLanes ? before.lanes : null, drawn, broken));
  find("legend").replaceChildren(...legendOf(seen.lanes, about.legend, drawn));
  find("where").textContent = `state ${stepsOf(path) + 1}`;
  find("start").disabled = find("back").disabled = !path.length;
  find("forth").disabled = tree.get(keyOf(path)).last === null;
  drawBeside();
  drawLog();
  drawPromises();
  drawEnabled();
  drawDisabled();
  drawTree();
}

const states = (count) => count === 1 ? "1 step" : `${count} steps`;

/* How near a violation is, in words; empty where nobody knows. */
function fateOf(name, kept) {
  const fate = seen.outlook[name];
  if (!fate || kept === false) return [];
  const [distance, doomed] = fate;
  if (doomed) return [make("p", "doomed", `From here it is broken, whatever happens: after ${states(distance)} at the soonest.`)];
  if (distance === null) return [make("p", "safe", "From here it can't be broken any more.")];
  return [make("p", "near", `The nearest violation is ${states(distance)} away.`)];
}

/* The promises, unfolded where there is room, or where one is broken. */
function drawPromises() {
  const brokenOnes = seen.promises.filter((one) => one.kept === false).map((one) => one.name);
  find("promised").textContent = `Promises (${seen.promises.length})${brokenOnes.length ? `: ${brokenOnes.join(", ")} broken` : ""}`;
  if (brokenOnes.length) find("kept").open = true;
  find("promises").replaceChildren(...seen.promises.map((one) => {
    const state = one.kept === null ? "" : one.kept ? "kept" : "broken";
    const [kind, text] = one.kept ? ["breaks", "to the nearest violation"] : ["keeps", "the shortest way back: to the nearest state that keeps it"];
    const fate = seen.outlook[one.name];
    const seek = make("button", "seek", text, { type: "button", "data-seeks": kind });
    seek.disabled = kind === "breaks" && Boolean(fate) && fate[0] === null;
    seek.addEventListener("click", () => nearest(path, [[kind, one.name]]));
    return make("li", state, [
      make("b", state, one.name), state && ` is ${state}`, make("p", "says", one.says),
      ...one.why.map((text) => make("p", "why", text)),
      ...(one.standing ? [make("p", "standing", one.standing)] : []),
      ...fateOf(one.name, one.kept),
      ...(one.kept === null || packed ? [] : [seek]),
    ], { "data-promise": one.name });
  }));
  if (packed || seen.search === "complete" || !seen.promises.some((one) => one.kept !== null)) return;
  const measure = make("button", "seek", "measure all states: how near is a violation, and which are doomed?", { type: "button", id: "measure" });
  measure.addEventListener("click", async () => {
    if (!await asking("measure", [])) return;
    find("answer").textContent = "All states are measured.";
    known.clear();
    await go(path, "keep");
  });
  find("promises").append(make("li", "", measure));
}

function drawEnabled() {
  const taken = tree.get(keyOf(path)).below;
  find("can").textContent = seen.enabled.length ? `Can happen (${seen.enabled.length})` : "No action is enabled";
  find("enabled").replaceChildren(...seen.enabled.map((one, k) => {
    const told = one.sentence.startsWith(one.name) ? [] : [make("span", "name", ` ${one.name}`)];
    const marks = one.breaks.map((name) => make("small", "breaks-promise", `breaks ${name}`));
    const refusal = seen.beside && seen.beside.refused[one.name];
    if (refusal) marks.push(make("small", "not-there", `not in ${seen.beside.name}: ${refusal}`));
    const button = make("button", "take" + (taken.includes(one.n) ? " taken" : ""), [
      make("b", "", k < 9 ? `${k + 1} ` : ""), one.sentence, ...told, ...marks,
      make("small", "", one.changes.join(" · ") || "changes nothing")], { type: "button", "data-n": one.n });
    button.addEventListener("click", () => go([...path, one.n]));
    return make("li", "", button);
  }));
}

/* The other protocol after the same steps: its state, in which what differs is framed, and what it did otherwise. */
function drawBeside() {
  const other = seen.beside;
  find("beside").hidden = find("only").hidden = !other;
  if (!other) return;
  const drawn = { value: null, mark: seen.mark, name: "", noun: about.noun };
  const shown = cards(other.actors, other.lanes, null, drawn, []);
  const mine = cards(seen.actors, seen.lanes, null, drawn, []);
  shown.forEach((card, k) => card.classList.toggle("differs", !mine[k] || mine[k].innerHTML !== card.innerHTML));
  find("other").textContent = `${other.name}, after the same steps`;
  find("other-note").textContent = other.note || (other.first === null ? "" : other.first === path.length ? "Here its state differs first." : `It differs since state ${stepsOf(path.slice(0, other.first)) + 1}.`);
  find("other-lanes").replaceChildren(...shown);
  const broken = other.promises.filter(([, kept]) => !kept).map(([name]) => name);
  find("other-promises").textContent = broken.length ? `It breaks ${broken.join(", ")}.` : "It breaks no promise.";
  find("only").hidden = !other.only.length;
  find("only").textContent = `Only in ${other.name} can happen: ${other.only.join(", ")}`;
}

/* The log, each line with the step that it is; the current one stands out. */
function drawLog() {
  find("log").hidden = !about.log;
  if (!about.log) return;
  const { path: run, lines, verdict } = about.log;
  const along = path.every((step, k) => run[k] === step) ? path.length : path.findIndex((step, k) => run[k] !== step);
  find("log-verdict").textContent = verdict;
  find("lines").replaceChildren(...lines.map((line) => {
    const last = line.steps[line.steps.length - 1];
    if (last === undefined) return make("li", "refused", [make("b", "", line.place), ` ${line.text}`, ...line.why.map((text) => make("p", "", text))]);
    const kind = line.steps.includes(path.length) && along === path.length ? "now" : last <= along ? "taken" : "";
    const button = make("button", "", [line.text, make("small", "", line.place)], { type: "button", "data-step": last });
    button.addEventListener("click", () => go(run.slice(0, last)));
    return make("li", kind, button);
  }));
  const shown = document.querySelector("#lines .now") || document.querySelector("#lines .refused");
  if (shown) find("lines").scrollTop = shown.offsetTop - find("lines").offsetTop;
}

/* Actions that are not enabled, those of one name together, each with the guards that stop it. */
function drawDisabled() {
  const open = new Set([...document.querySelectorAll("#disabled details[open]")].map((one) => one.dataset.action));
  const groups = new Map();
  seen.disabled.forEach((one) => {
    const action = one.name.split("(")[0];
    groups.set(action, [...(groups.get(action) || []), one]);
  });
  find("cannot").textContent = `Can't happen, and why (${seen.disabled.length})`;
  find("disabled").replaceChildren(...[...groups].map(([action, each]) => {
    const lines = each.map((one) => make("li", "", [make("b", "", one.name), ...one.why.flatMap((why) => [
      make("div", "guard", `needs that ${why.guard}`), ...why.values.map((value) => make("div", "values", value))])]));
    const first = each.length === 1 ? "" : ` (${each.length})`;
    const group = make("details", "", [make("summary", "", action + first), make("ul", "", lines)], { "data-action": action });
    group.open = open.has(action) || groups.size <= 8;
    return group;
  }));
}

/* The last step at which a promise could have been kept, on the path: the one after which it is doomed. */
function turns(key) {
  const [now, earlier] = [names.get(key), names.get(key.split(".").slice(0, -1).join("."))];
  if (!now || !now.outlook) return [];
  const was = (name) => earlier && earlier.outlook[name] && earlier.outlook[name][1];
  return Object.entries(now.outlook).filter(([name, fate]) => fate[1] && !was(name)).map(([name, fate]) =>
    make("div", "turn", fate[0] === 0 ? `breaks ${name}` : `from here ${name} is broken, whatever happens`));
}

function drawTree() {
  const current = keyOf(path);
  const branch = (key) => {
    const lines = [];
    for (let at = key; ; ) {
      lines.push(make("li", "", entry(at, current)));
      const below = tree.get(at).below;
      if (below.length !== 1) {
        below.forEach((step) => lines.push(make("li", "", branch(at ? `${at}.${step}` : `${step}`))));
        break;
      }
      at = at ? `${at}.${below[0]}` : `${below[0]}`;
    }
    return make("ol", "", lines);
  };
  find("tree").replaceChildren(branch(""));
}

function entry(key, current) {
  const on = current === key || current.startsWith(key ? `${key}.` : "");
  const step = names.get(key) || { name: key };
  const told = step.sentence && !step.sentence.startsWith(step.name);
  const name = !key ? "the initial state" : told ? [step.sentence, make("small", "", ` ${step.name}`)] : step.name;
  const button = make("button", on ? "on" : "off", name, { type: "button", "data-path": key, ...(key === current ? { "aria-current": "step" } : {}) });
  button.addEventListener("click", () => go(pathOf(key)));
  return [button, ...turns(key), ...parts(key)];
}

/* The step of the current path that the other protocol takes otherwise first. */
function parts(key) {
  const other = seen.beside;
  if (!other || other.first === null || key !== keyOf(path.slice(0, other.first))) return [];
  return [make("div", "parts", `here ${other.name} differs first`)];
}

const back = () => path.length && go(path.slice(0, -1));
const forth = () => {
  const last = tree.get(keyOf(path)).last;
  if (last !== null) go([...path, last]);
};

/* Move the choice among the enabled actions. */
function choose(by) {
  const buttons = [...document.querySelectorAll("#enabled .take")];
  const at = buttons.indexOf(document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : buttons.length - 1) : at + by;
  if (buttons[next]) buttons[next].focus();
}

function keyed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || /^(SELECT|INPUT)$/.test(event.target.tagName)) return;
  const moves = { ArrowLeft: back, ArrowRight: forth, Home: () => go([]), ArrowDown: () => choose(1), ArrowUp: () => choose(-1) };
  const number = /^[1-9]$/.test(event.key) && seen && seen.enabled[Number(event.key) - 1];
  if (number) go([...path, number.n]);
  else if (moves[event.key]) moves[event.key]();
  else return;
  event.preventDefault();
}

/* Ask again until the fates are known; a step that is taken meanwhile goes first. */
async function waitForFates() {
  while (!seen || seen.search === "under way") {
    await new Promise((done) => setTimeout(done, 500));
    const [mine, steps] = [asked, path];
    try {
      const found = seen && await look(steps);
      if (!found || mine !== asked || found.search === "under way") continue;
      const before = steps.length ? await look(steps.slice(0, -1)) : null;
      if (mine !== asked) continue;
      seen = found;
      nameAll(found.trail);
      drawState(before);
    } catch {
      return; // the server has ended; the next step says so
    }
  }
}

async function start() {
  find("bounds").textContent = about.bounds && `With ${about.bounds}.`;
  find("save").hidden = !about.saved.length;
  find("kind").append(...about.saved.map((kind) => make("option", "", kind, { value: kind })));
  find("write").addEventListener("click", () => {
    const link = make("a", "", "", { href: `save?as=${find("kind").value}&path=${keyOf(path)}`, download: "" });
    link.click();
  });
  find("start").addEventListener("click", () => go([]));
  find("back").addEventListener("click", back);
  find("forth").addEventListener("click", forth);
  document.addEventListener("keydown", keyed);
  window.addEventListener("popstate", () => go(pathOf(location.hash.slice(1)), "keep"));
  find("kept").open = !matchMedia("(max-width: 700px)").matches;
  startQuestions();
  await go(pathOf(location.hash.slice(1) || about.begin || ""), "keep");
  waitForFates();
}

start();
