// Verdicts on the tasks of the page. A verdict waits here, and in the browser's storage, until the
// server says that it is on the disk; only then is it called saved.

const REVIEW = DATA.review;
const TITLES = Object.fromEntries(REVIEW.verdicts.map((name) => [name, name.replaceAll("_", " ")]));
const STORE = `arcrep review ${location.pathname} `;
const TELLING = ["selector", "action"]; // the labels that give a rule away
const RETRY = 1000, POLL = 5000, NOTE = 800; // milliseconds

const judged = new Map(); // by task: the last judgment that the server has
const waiting = new Map(); // by key: judgments that it may not have
const seenRule = new Set();
const byId = new Map(tasks.map((task) => [task.id, task]));
let sequence = 0, busy = false, problem = "", changed = false, heard = false;
let noteTimer = 0, noteTask = null;

// ---- what is known of a task

function judgment(task) {
  const pending = [...waiting.values()].filter((entry) => entry.task === task.id).at(-1);
  return pending ?? judged.get(task.id) ?? null;
}

function verdictOf(task) {
  const found = judgment(task);
  return found && found.digest === task.digest ? found.verdict : null;
}

function isStale(task) {
  const found = judgment(task);
  return Boolean(found && found.verdict && found.digest !== task.digest);
}

extra.badge = (task) => {
  const verdict = verdictOf(task);
  if (verdict) return { kind: verdict === "valid" ? "valid" : "invalid", text: TITLES[verdict] };
  return isStale(task) ? { kind: "stale", text: "stale" } : null;
};

extra.matches = (task, except) => {
  const wanted = state.filters.verdict;
  if (!wanted || except === "verdict") return true;
  if (wanted === "none") return !verdictOf(task);
  if (wanted === "invalid") return ![null, "valid"].includes(verdictOf(task));
  return wanted === "stale" ? isStale(task) : wanted === verdictOf(task);
};

// ---- what the reviewer has seen of the rule

// A filter by a telling label tells it of the tasks that pass; its counts would tell it of few tasks.
const filtered = () => TELLING.some((kind) => state.filters[kind]);
extra.hides = (kind) => TELLING.includes(kind);
extra.listed = (shown) => filtered() && shown.forEach(extra.revealed);

extra.revealed = (task) => {
  if (seenRule.has(task.id)) return;
  seenRule.add(task.id);
  store("rule " + task.id, "1");
};

function sawRule(task) {
  try {
    if (localStorage.getItem(STORE + "rule " + task.id)) return true; // in another tab
  } catch { /* Without storage this tab knows what was seen in it alone. */ }
  return seenRule.has(task.id) || filtered();
}

// ---- giving a verdict

function judge(verdict, note = $("note").value, task = tasks[state.at]) {
  const same = verdict && verdict === verdictOf(task); // a note alone: the verdict stays as blind as it was
  const entry = {
    key: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    task: task.id, digest: task.digest, verdict, note, blind: same ? judgment(task).blind : !sawRule(task),
  };
  clearTimeout(noteTimer);
  noteTask = null;
  waiting.set(entry.key, entry);
  store(entry.key, JSON.stringify(entry));
  update();
  flush();
}

function give(verdict) {
  if (state.at === null) return;
  judge(verdict);
  if (verdict === "valid") unreviewed();
  else if (verdict) $("note").focus();
}

function unreviewed() {
  const open = (task) => !verdictOf(task);
  const index = step(state.at ?? -1, 1, open) ?? step(-1, 1, open);
  if (index !== null) openTask(index, state.at === null);
}

// A note that is being written is kept without being asked, and never lost by going on.
function commitNote() {
  if (noteTask) judge(verdictOf(noteTask), $("note").value, noteTask);
}

function onNote() {
  noteTask = tasks[state.at];
  clearTimeout(noteTimer);
  noteTimer = setTimeout(commitNote, NOTE);
  tell();
}

function onNoteKey(event) {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  commitNote();
  $("note").blur();
  if (verdictOf(tasks[state.at])) unreviewed();
}

// ---- to the disk

function store(key, text) {
  try {
    text === null ? localStorage.removeItem(STORE + key) : localStorage.setItem(STORE + key, text);
  } catch { /* Without storage a verdict waits in this tab alone, and is called "NOT saved". */ }
}

function restore() {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(STORE + "rule ")) seenRule.add(name.slice(STORE.length + 5));
      else if (name.startsWith(STORE)) waiting.set(name.slice(STORE.length), JSON.parse(localStorage.getItem(name)));
    }
  } catch { /* as above */ }
}

async function ask(where, options = {}) {
  const response = await fetch(where, { ...options, cache: "no-store", signal: AbortSignal.timeout(10000) });
  const answer = await response.json().catch(() => ({ error: `the server answers ${response.status}` }));
  if (response.ok) return answer;
  throw Object.assign(new Error(answer.error), { refused: response.status === 400 });
}

async function flush() {
  if (busy) return;
  busy = true;
  tell();
  for (const entry of [...waiting.values()].filter((one) => !one.refused)) {
    try {
      const { refused, ...body } = entry;
      await ask("verdict", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
      waiting.delete(entry.key);
      store(entry.key, null);
      judged.set(entry.task, entry);
      problem = "";
    } catch (error) {
      problem = error.refused ? "" : `${error.message}`;
      if (error.refused) entry.refused = error.message;
      else break;
    }
  }
  busy = false;
  if (problem) setTimeout(flush, RETRY);
  else if ([...waiting.values()].some((one) => !one.refused)) flush();
  update();
}

async function poll() {
  try {
    const answer = await ask(`entries?since=${sequence}`);
    changed = answer.digest !== DATA.digest;
    if (answer.total < sequence) { // another log than before
      judged.clear();
      sequence = 0;
      return poll();
    }
    for (const entry of answer.entries) judged.set(entry.task, entry);
    sequence = answer.total;
    const news = !heard || answer.entries.length > 0;
    heard = true;
    if (news) update();
    if (waiting.size && !busy && !problem) flush();
  } catch {
    heard = false;
  }
  tell();
}

// ---- what the page says

function tell() {
  const refused = [...waiting.values()].filter((entry) => entry.refused);
  const count = waiting.size + (noteTask ? 1 : 0);
  const what = `${count} ${count === 1 ? "judgment" : "judgments"}`;
  let text = "saved";
  if (refused.length) text = `NOT saved: ${what}, refused: ${refused[0].refused}`;
  else if (problem) text = `NOT saved: ${what}, retrying`;
  else if (count) text = "saving";
  else if (!heard) text = "no connection to the server";
  else if (changed) text = "the tasks have changed on the disk: reload the page";
  $("saved").textContent = text;
  $("saved").classList.toggle("bad", !["saved", "saving"].includes(text));
}

function update() {
  const verdicts = tasks.map(verdictOf);
  const done = verdicts.filter(Boolean).length, stale = tasks.filter(isStale).length;
  const against = verdicts.filter((verdict) => verdict && verdict !== "valid").length;
  $("progress").textContent = `${REVIEW.reviewer}: ${done} of ${tasks.length} judged, ${against} invalid`
    + (stale ? `, ${stale} stale` : "");
  tasks.forEach((_, index) => describeCard(index));
  showVerdict();
  if (state.at === null) refresh();
  else place();
  tell();
}

function showVerdict() {
  const task = state.at === null ? null : tasks[state.at];
  for (const part of $("review").querySelectorAll(".giving")) part.hidden = !task;
  if (!task) return;
  for (const button of $("review").querySelectorAll("[data-verdict]")) {
    button.setAttribute("aria-pressed", button.dataset.verdict === verdictOf(task));
  }
  const found = judgment(task);
  if (document.activeElement !== $("note") && !noteTask) $("note").value = found?.note ?? "";
  $("stale").textContent = isStale(task) ? `judged ${TITLES[found.verdict]} before the task changed` : "";
}

extra.open = (task) => {
  $("note").blur();
  if (task) $("note").value = judgment(task)?.note ?? "";
  showVerdict();
};
extra.leave = commitNote;

extra.build = () => {
  const buttons = REVIEW.verdicts.map((name, at) => {
    const button = element("button", { type: "button", class: "giving", "data-verdict": name }, element("kbd", {}, `${at + 1}`), " ", TITLES[name]);
    button.onclick = () => give(name);
    extra.keys[at + 1] = () => give(name);
    return button;
  });
  const note = element("textarea", { id: "note", class: "giving", "aria-label": "note", placeholder: "note (n)", maxlength: REVIEW.max_note });
  note.oninput = onNote;
  note.onblur = commitNote;
  note.onkeydown = onNoteKey;
  const next = element("button", { type: "button", id: "unreviewed", title: "u" }, "Next without a verdict");
  next.onclick = unreviewed;
  const states = { saved: element("span", { id: "saved", role: "status" }), stale: element("span", { id: "stale", class: "stale giving" }) };
  $("review").append(...buttons, note, next, states.stale, states.saved, element("span", { id: "progress" }));
  $("review").hidden = false;
  Object.assign(extra.keys, { 0: () => state.at !== null && give(null), u: unreviewed, n: () => state.at !== null && $("note").focus() });
  extra.help.push(
    ["1 to 4", `${Object.values(TITLES).join(", ")}; valid goes on, the others ask for a note`],
    ["0", "take the verdict back"], ["n", "write a note; Enter keeps it and goes on"], ["u", "next task without a verdict"],
  );
  const choices = [["", "all"], ["none", "not judged"], ["invalid", "invalid (any)"], ...Object.entries(TITLES), ["stale", "stale"]];
  const options = choices.map(([value, text]) => element("option", { value }, text));
  addFilter("verdict", "verdict", element("select", {}, ...options), $("filter-id").parentElement);
  restore();
  update();
  poll().then(flush);
  setInterval(() => document.visibilityState === "visible" && poll(), POLL);
  document.addEventListener("visibilitychange", () => (document.hidden ? commitNote() : poll()));
  window.addEventListener("pagehide", commitNote);
  window.addEventListener("beforeunload", (event) => {
    commitNote();
    if (waiting.size) event.preventDefault();
  });
};
