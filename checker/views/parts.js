"use strict";
/* What the pages of runs are made of: elements, and the lanes of a state as cards. */

const find = (id) => document.getElementById(id);

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

/* The row of a lane. `drawn` says which value is followed, and what the bar is called. */
function rowOf(lane, before, drawn) {
  const row = make("div", "cells", [], { "aria-label": describe(lane) });
  const places = Math.max(lane.cells.length, lane.mark);
  for (let place = 0; place <= places; place++) {
    if (place === lane.mark) row.append(make("span", "bar", [], { "data-at": place, "data-title": drawn.mark }));
    if (place < lane.cells.length) row.append(cell(lane.cells[place], drawn.value, false));
    else if (place < places) row.append(make("span", "none"));
  }
  const same = (a, b) => a.value === b.value && a.shade === b.shade;
  const gone = before ? before.cells.filter((old) => !lane.cells.some((one) => same(old, one))) : [];
  gone.forEach((one) => row.append(cell(one, drawn.value, true)));
  if (!lane.cells.length && !gone.length) row.append(make("span", "empty", "empty"));
  return row;
}

function describe(lane) {
  return [lane.cells.map((one) => `${one.name}, ${one.detail}`).join("; ") || "empty", ...lane.lines].join("; ");
}

/* What only the first of two lists has, as often as it has it more often. */
function without(list, other) {
  const left = [...other];
  return list.filter((one) => !left.includes(one) || left.splice(left.indexOf(one), 1).length === 0);
}

/* The value of a field: of a network each message, those that came and went apart. */
function valueOf(field, old) {
  if (!field.messages) return [field.text];
  const came = old ? without(field.messages, old.messages) : [];
  const shown = field.messages.map((one) => {
    const isNew = came.includes(one) && came.splice(came.indexOf(one), 1).length > 0;
    return make("div", isNew ? "came" : "", one);
  });
  const gone = old ? without(old.messages, field.messages).map((one) => make("div", "went", one)) : [];
  return shown.length + gone.length ? [...shown, ...gone] : ["empty"];
}

/* The fields of a lane, each by its name: those that changed stand out, and those that break a promise. */
function fieldsOf(lane, before, broken) {
  return make("dl", "", lane.fields.flatMap((field, k) => {
    const old = before && before.fields[k];
    const kind = (old && old.text !== field.text ? "new" : "") + (broken.includes(field.path) ? " breaks" : "");
    return [make("dt", "", field.name), make("dd", kind.trim(), valueOf(field, old), { "data-path": field.path })];
  }));
}

function laneOf(actor, now, before, drawn, broken) {
  const changed = before && JSON.stringify(before) !== JSON.stringify(now);
  const kind = "lane" + (now.cells ? " row" : "") + (changed ? " changed" : "") + (now.faded ? " faded" : "") + (now.lead ? ` ${now.lead}` : "");
  const more = now.fields.length ? [fieldsOf(now, before, broken)] : now.lines.map((line) => make("p", "", line));
  return make("section", kind, [
    make("h3", "", [make("span", "", actor.title), ...(changed ? [make("span", "news", "changed")] : [])]),
    ...(now.role ? [make("p", "role", now.role)] : []),
    ...(now.cells ? [rowOf(now, before, drawn)] : []),
    ...more,
  ], { "data-actor": actor.actor });
}

/* The lanes of a state; one that says nothing has no card. */
function cards(actors, lanes, before, drawn, broken) {
  return actors.flatMap((actor, i) => actor.bare ? [] : [laneOf(actor, lanes[i], before && before[i], drawn, broken)]);
}

/* A message of a step, in a line. */
function arrow(message, actors) {
  const title = (name) => actors.find((one) => one.actor === name).title;
  return make("li", "arrow" + (message.answer ? " answer" : ""), [
    make("b", "", title(message.source)), make("span", "shaft", message.answer ? "⇢" : "→"),
    make("b", "", title(message.target)), make("span", "text", message.text),
  ], { "data-from": message.source, "data-to": message.target });
}

/* What the colors and signs of these lanes mean: each shade that some cell has, then the family's own words. */
function legendOf(lanes, words, drawn) {
  const cells = lanes.flatMap((lane) => lane.cells || []);
  const shown = [];
  const shades = new Map(cells.map((one) => [one.shade, one.detail]));
  [...shades].sort((a, b) => a[0] - b[0]).forEach(([shade, detail]) => {
    const swatch = make("span", "swatch");
    swatch.style.background = shadeColor(shade);
    shown.push(make("span", "", [swatch, detail]));
  });
  const sign = (name, text) => shown.push(make("span", "", [make("span", `swatch ${name}`), text]));
  if (drawn.value !== null && cells.length) sign("followed", `${drawn.name}, the lost ${drawn.noun}`);
  if (lanes.some((lane) => lane.lead === "true")) sign("true", "leads");
  if (lanes.some((lane) => lane.lead === "believed")) sign("believed", "leads by its own belief alone");
  shown.push(...(cells.length ? ["✕ gone", ...words] : words).map((text) => make("span", "", text)));
  return shown;
}
