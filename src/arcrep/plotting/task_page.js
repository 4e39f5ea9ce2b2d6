"use strict";
// The page of a task set: filters, overview, one task at a time. Text of tasks only ever becomes
// text nodes and values of attributes that hold text.

const DATA = JSON.parse(document.getElementById("data").textContent);
const KINDS = ["concept", "layout", "selector", "action"];
const NONE = "-"; // in a filter: the tasks without a label; a label is "=" and itself
const THUMB_SIDE = 88; // pixels

const tasks = DATA.tasks;
const state = { filters: {}, at: null, rule: false, covered: false };
const cards = [];

// What reviewing adds to the page; without it a page only shows.
const nothing = () => null;
const extra = { keys: {}, help: [], matches: () => true, hides: nothing, listed: nothing, open: nothing, leave: nothing, badge: nothing };

const $ = (id) => document.getElementById(id);

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// ---- filters

function matches(index, except = null) {
  const task = tasks[index], filters = state.filters;
  for (const kind of KINDS) {
    const wanted = filters[kind];
    if (wanted && kind !== except && wanted !== key(task.labels[kind])) return false;
  }
  const text = (filters.id || "").toLowerCase();
  return task.id.toLowerCase().includes(text) && extra.matches(task, except);
}

const key = (label) => (label === null ? NONE : "=" + label);

function offer(kind) {
  const counts = new Map(tasks.map((task) => [key(task.labels[kind]), 0]));
  tasks.forEach((task, index) => {
    if (matches(index, kind)) counts.set(key(task.labels[kind]), counts.get(key(task.labels[kind])) + 1);
  });
  const sorted = [...counts].sort((one, other) => (one[0] < other[0] ? -1 : 1));
  const named = (value) => (value === NONE ? "(no label)" : value.slice(1));
  const told = (count) => (extra.hides(kind) ? "" : ` (${count})`);
  const options = sorted.map(([value, count]) => element("option", { value }, named(value) + told(count)));
  const select = $("filter-" + kind);
  select.replaceChildren(element("option", { value: "" }, "all"), ...options);
  select.value = state.filters[kind] || "";
}

function buildFilters() {
  for (const kind of KINDS) {
    if (tasks.every((task) => task.labels[kind] === null)) continue;
    addFilter(kind, kind, element("select"));
  }
  addFilter("id", "id contains", element("input", { type: "search", autocomplete: "off", spellcheck: "false" }));
  $("filters").append(element("button", { type: "button", id: "clear", title: "x" }, "Clear"));
  $("filters").append(element("button", { type: "button", id: "ask", title: "?" }, "Keys"));
  $("clear").onclick = clearFilters;
  $("ask").onclick = () => $("help").showModal();
  $("filters").onsubmit = (event) => event.preventDefault();
}

function addFilter(name, title, field, before = null) {
  field.id = "filter-" + name;
  field.addEventListener(field.tagName === "INPUT" ? "input" : "change", () => {
    setFilter(name, field.value);
    // After a click letters are keys of the page again; from the keyboard Esc does it.
    if (field.tagName === "SELECT" && !field.matches(":focus-visible")) field.blur();
  });
  $("filters").insertBefore(element("label", {}, title, field), before);
}

function setFilter(name, value) {
  state.filters[name] = value;
  refresh();
  if (state.at !== null && !matches(state.at)) {
    const first = step(-1, 1);
    first === null ? showOverview() : openTask(first);
  }
  remember();
}

function clearFilters() {
  state.filters = {};
  $("filter-id").value = "";
  refresh();
  remember();
}

// ---- overview and task

function buildCards() {
  const seen = new IntersectionObserver((entries) => {
    for (const { target } of entries.filter((one) => one.isIntersecting)) {
      seen.unobserve(target);
      drawThumb(target, Number(target.dataset.index));
    }
  }, { rootMargin: "300px" });
  tasks.forEach((task, index) => {
    const card = element("button", { type: "button", class: "card", "data-index": index, title: task.id });
    card.append(element("b", {}, task.id), element("span", {}), element("div", { class: "thumb" }));
    card.onclick = () => openTask(index, true);
    cards.push(card);
    seen.observe(card);
  });
  $("overview").append(...cards);
}

function drawThumb(card, index) {
  const { support } = examples(tasks[index]);
  const grids = [support[0].input, support[0].output].filter(Boolean);
  const longest = Math.max(...grids.flatMap((grid) => [grid.height, grid.width]));
  const cell = Math.max(1, Math.min(12, Math.floor(THUMB_SIDE / longest)));
  card.lastChild.append(...grids.map((grid, at) => canvasOf(grid, cell, false, at ? "output" : "input")));
}

function describeCard(index) {
  const badge = extra.badge(tasks[index]);
  const line = cards[index].children[1];
  line.replaceChildren(tasks[index].labels.concept || "");
  if (badge) line.append(line.textContent ? ": " : "", element("span", { class: badge.kind }, badge.text));
}

function refresh() {
  const shown = tasks.map((_, index) => matches(index));
  shown.forEach((is, index) => {
    cards[index].hidden = !is;
    describeCard(index);
  });
  for (const kind of KINDS) if ($("filter-" + kind)) offer(kind);
  const count = shown.filter(Boolean).length;
  $("counts").textContent = count === tasks.length ? `${count} tasks` : `${count} of ${tasks.length} tasks`;
  if (!count) $("counts").textContent += ": no task passes these filters";
  extra.listed(tasks.filter((_, index) => shown[index]));
  place(shown);
}

function place(shown = tasks.map((_, index) => matches(index))) {
  if (state.at === null) return;
  const before = shown.slice(0, state.at).filter(Boolean).length;
  const count = shown.filter(Boolean).length;
  $("position").textContent = `${shown[state.at] ? before + 1 : "-"} of ${count}`;
  $("previous").disabled = step(state.at, -1) === null;
  $("next").disabled = step(state.at, 1) === null;
}

// The next task from `from` in a direction that passes the filters, and `also`.
function step(from, direction, also = () => true) {
  for (let index = from + direction; index >= 0 && index < tasks.length; index += direction) {
    if (matches(index) && also(tasks[index])) return index;
  }
  return null;
}

function openTask(index, push = false) {
  extra.leave();
  const task = tasks[index];
  state.at = index;
  show(true);
  $("name").textContent = task.id;
  $("concept").textContent = task.labels.concept || "";
  $("support-title").textContent = task.sets > 1 ? `Support (set s1 of ${task.sets})` : "Support";
  drawTask();
  showRule(false);
  cover(state.covered);
  place();
  window.scrollTo(0, 0);
  extra.open(task);
  remember(push);
}

function show(task) {
  $("overview").hidden = task;
  $("task").hidden = !task;
  document.body.classList.toggle("shows-task", task);
}

function showOverview() {
  extra.leave();
  const index = state.at;
  state.at = null;
  show(false);
  extra.open(null);
  refresh();
  remember(true);
  if (index !== null) focusCard(index);
}

function focusCard(index) {
  cards[index].focus();
  cards[index].scrollIntoView({ block: "nearest" });
}

// Program and sentence are no part of the page before they are asked for.
function showRule(on) {
  state.rule = on;
  $("rule").hidden = !on;
  $("reveal").textContent = on ? "Hide" : "Show";
  $("reveal").setAttribute("aria-expanded", on);
  $("rule").replaceChildren();
  if (!on) return;
  const { sentence, program, labels } = tasks[state.at];
  const written = typeof program === "string" ? program : JSON.stringify(program, null, 1);
  const named = KINDS.filter((kind) => labels[kind] !== null);
  $("rule").append(
    element("p", { class: "sentence" }, sentence ?? "This task has no sentence."),
    element("dl", {}, ...named.map((kind) => element("div", {}, element("dt", {}, kind), element("dd", {}, labels[kind])))),
    element("pre", {}, program === null ? "This task has no program." : written),
  );
}

function toggleRule() {
  if (state.at === null) return;
  showRule(!state.rule);
  if (state.rule) extra.revealed?.(tasks[state.at]);
}

function cover(on) {
  state.covered = on;
  $("tests").classList.toggle("covered", on);
  $("outputs").textContent = on ? "Show outputs" : "Hide outputs";
  $("outputs").setAttribute("aria-pressed", on);
}

function go(direction) {
  const focused = Number(document.activeElement?.dataset?.index ?? (direction > 0 ? -1 : tasks.length));
  const index = step(state.at ?? focused, direction);
  if (index === null) return;
  state.at === null ? focusCard(index) : openTask(index);
}

// ---- where we are, in the address

function remember(push = false) {
  const parts = new URLSearchParams();
  if (state.at !== null) parts.set("task", tasks[state.at].id);
  for (const [name, value] of Object.entries(state.filters)) if (value) parts.set(name, value);
  const hash = "#" + parts;
  if (hash === location.hash || (hash === "#" && !location.hash)) return;
  push ? history.pushState(null, "", hash) : history.replaceState(null, "", hash);
}

function recall() {
  const parts = new URLSearchParams(location.hash.slice(1));
  state.filters = {};
  for (const field of $("filters").querySelectorAll("select, input")) {
    const name = field.id.replace("filter-", "");
    state.filters[name] = parts.get(name) || "";
    if (field.tagName === "INPUT") field.value = state.filters[name];
  }
  refresh();
  const index = tasks.findIndex((task) => task.id === parts.get("task"));
  if (index >= 0) openTask(index);
  else if (state.at !== null) showOverview();
}

// ---- keys

const keys = {
  j: () => go(1), ArrowRight: () => go(1), k: () => go(-1), ArrowLeft: () => go(-1),
  Home: () => ends(-1, 1), End: () => ends(tasks.length, -1),
  Escape: () => state.at !== null && showOverview(),
  s: toggleRule, t: () => cover(!state.covered), x: clearFilters,
  f: () => $("filters").querySelector("select, input").focus(), "/": () => $("filter-id").focus(),
  "?": () => $("help").showModal(),
};
const help = [
  ["j, k", "next, previous task (also the arrows)"], ["Home, End", "first, last task"],
  ["Enter, Esc", "open a task, back to the overview"], ["s", "show or hide the rule"],
  ["t", "hide or show the outputs of tests"], ["f, /", "to the filters, to the search"], ["x", "clear the filters"],
];

function ends(from, direction) {
  const index = step(from, direction);
  if (index !== null) state.at === null ? focusCard(index) : openTask(index);
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  if (event.target.matches("select, input, textarea")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const action = extra.keys[event.key] ?? keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

function buildHelp() {
  const rows = [...help, ...extra.help].flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]);
  const done = element("button", { type: "button" }, "Close");
  done.onclick = () => $("help").close();
  $("help").append(element("dl", {}, ...rows), done);
}

async function start() {
  cells = await inflate(DATA.cells);
  document.title = `${DATA.name}: tasks`;
  $("title").textContent = DATA.name;
  buildCards();
  buildFilters();
  extra.build?.();
  buildHelp();
  $("previous").onclick = () => go(-1);
  $("next").onclick = () => go(1);
  $("close").onclick = showOverview;
  $("reveal").onclick = toggleRule;
  $("outputs").onclick = () => cover(!state.covered);
  document.addEventListener("keydown", onKey);
  window.addEventListener("popstate", recall);
  window.addEventListener("resize", drawTask);
  new ResizeObserver(settle).observe($("task"));
  recall();
  document.body.dataset.ready = "yes";
}
