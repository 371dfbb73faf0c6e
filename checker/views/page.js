/* The page of a run: the whole of it as a chart, the state after each step, and the list of steps. */

const data = JSON.parse(document.getElementById("data").textContent);
const runs = data.runs;
const length = runs[0].steps.length;
let step = 1;

/* A run: its name and verdict, the whole of it as a chart, and the state after the step that is shown. */
function article(run, k) {
  const verdict = make("span", "verdict " + (run.broken ? "lost" : "fine"), run.verdict);
  const differs = make("button", "differs", `≠ differs first in step ${run.differs}`, { type: "button" });
  differs.addEventListener("click", () => show(run.differs));
  const head = [make("h2", "", run.title), ...(k && run.differs ? [differs] : []), verdict];
  return make("article", "run", [
    ...(runs.length > 1 ? [make("header", "", head)] : []),
    make("div", "whole", [], { tabindex: "0", role: "group", "aria-label": `The whole run of ${run.title}` }),
    make("div", "state"),
  ]);
}

function legend(run) {
  const lanes = runs.flatMap((one) => one.steps.flatMap((told) => told.lanes));
  const shown = legendOf(lanes, data.legend, { ...run, noun: data.noun });
  shown.push(...legendOfSteps(run, data.noun));
  if (runs.length > 1) shown.push(make("span", "", [make("span", "differs", "≠"), " differs from the first run, and so does each state on this ground"]));
  return shown;
}

function drawCharts() {
  document.querySelectorAll("#runs .whole").forEach((box, i) => box.replaceChildren(chart(runs[i], box.clientWidth, show)));
  point();
}

/* Mark the current step in the charts, and bring it into sight where a chart is wider than its box. */
function point() {
  document.querySelectorAll("#runs .whole").forEach((box) => pointIn(box, step, length));
}

function show(number, fromHash) {
  step = Math.min(length, Math.max(1, number));
  document.querySelectorAll("#runs .state").forEach((state, i) => state.replaceWith(stateAt(runs[i], step, runs[0].name)));
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

/* Which steps of a run leave another state than in the first one, and the first of them. */
function compare(run) {
  const state = (one, i) => JSON.stringify(one.steps[i].lanes);
  run.steps.forEach((told, i) => { told.differs = state(run, i) !== state(runs[0], i); });
  run.differs = run.steps.findIndex((told) => told.differs) + 1;
}

function start() {
  const run = runs[0];
  runs.forEach(compare);
  for (const part of [find("controls"), document.querySelector("main")]) part.hidden = false;
  find("whose").textContent = runs.length > 1 ? `The run of ${run.title}` : "What happens";
  find("slider").max = length;
  run.steps.forEach((told, i) => {
    const button = make("button", "", numbered(told, i + 1, run.name), { type: "button" });
    button.addEventListener("click", () => show(i + 1));
    find("steps").append(make("li", "", button));
  });
  find("loss").hidden = !run.promise;
  find("loss").textContent = run.value === null ? "to the violation" : "to the loss";
  if (run.life.length) {
    const events = run.life.map((event) => make("li", "", `${event.step}: ${event.text}`, { "data-step": event.step }));
    find("life").append(make("h2", "", `The life of ${run.name}`), make("ol", "", events));
  }
  find("legend").append(...legend(run));
  document.body.classList.toggle("compares", runs.length > 1);
  find("runs").style.setProperty("--runs", runs.length);
  find("runs").append(...runs.map(article));
  document.querySelectorAll("#runs .whole").forEach((box) => box.addEventListener("scroll", () => slide(box)));
  runs.forEach(printed);
  find("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  find("back").addEventListener("click", () => show(step - 1));
  find("forth").addEventListener("click", () => show(step + 1));
  find("loss").addEventListener("click", () => show(data.turn));
  window.addEventListener("resize", drawCharts);
  document.addEventListener("keydown", keyed);
  window.addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || data.turn, true));
  show(Number(location.hash.slice(1)) || data.turn, true);
  drawCharts();
}

/* What paper shows of a run: its chart, in parts, and every step. */
function printed(run) {
  const whole = parts(run, 700).map((part) => make("div", "whole", part));
  find("print").append(make("h2", "", run.verdict ? `${run.title}: ${run.verdict}` : run.title), ...whole);
  run.steps.forEach((_, i) => find("print").append(make("article", "run", stateAt(run, i + 1, runs[0].name))));
}

function keyed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target === find("slider")) return;
  const moves = { ArrowRight: step + 1, ArrowLeft: step - 1, Home: 1, End: length };
  if (!(event.key in moves)) return;
  event.preventDefault();
  show(moves[event.key]);
}

start();
