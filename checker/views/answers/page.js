/* The page of an answer: a set that is opened shows its run as a chart, and the state after the step that is chosen. */

const runs = JSON.parse(find("data").textContent);

function show(set, run, step) {
  const box = set.querySelector(".drawn .whole");
  set.querySelector(".state").replaceWith(stateAt(run, step, run.name));
  pointIn(box, step, run.steps.length);
  set.querySelectorAll(".steps li").forEach((item, i) => {
    if (i + 1 === step) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
  set.dataset.step = step;
}

/* Draw a run at the width that there is. A set that is closed has none. */
function drawn(set, run) {
  const box = set.querySelector(".drawn .whole");
  if (!set.open || !box.clientWidth) return;
  box.replaceChildren(chart(run, box.clientWidth, (step) => show(set, run, step)));
  show(set, run, Number(set.dataset.step) || run.turn);
}

runs.forEach((run, number) => {
  const set = find(`set-${number}`);
  set.querySelector(".legend").append(...legendOf(run.steps.flatMap((told) => told.lanes), run.legend, run), ...legendOfSteps(run, run.noun));
  set.querySelectorAll(".steps button").forEach((button) => button.addEventListener("click", () => show(set, run, Number(button.dataset.to))));
  set.querySelector(".whole").addEventListener("scroll", (event) => slide(event.currentTarget));
  set.addEventListener("toggle", () => drawn(set, run));
  window.addEventListener("resize", () => drawn(set, run));
  drawn(set, run);
});

/* A link to a set opens it. */
function opened() {
  const set = /^#set-\d+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
  if (set) set.open = true;
}

window.addEventListener("hashchange", opened);
document.querySelectorAll("a[href^='#set-']").forEach((link) => link.addEventListener("click", () => setTimeout(opened)));
opened();
