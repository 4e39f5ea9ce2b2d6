// The grids of the page: unpacked, and drawn so that cells and the lines between them are alike.

// Pixels: how high a support pair and a test may be; what a figure needs beside cells.
const SUPPORT_HIGH = 190, TEST_HIGH = 130, MAX_CELL = 26, GAP = 10, PADDING = 48;

let cells = new Uint8Array();

async function inflate(text) {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function examples(task) {
  let at = task.at;
  const grid = () => {
    const height = cells[at], width = cells[at + 1], start = at + 2;
    at = start + height * width;
    return height ? { height, width, cells: cells.subarray(start, at) } : null;
  };
  const pairs = (count) => Array.from({ length: count }, () => ({ input: grid(), output: grid() }));
  return { support: pairs(task.support), tests: pairs(task.tests) };
}

// The largest cells with which a pair fits its column, and is no higher than `high`.
function cellSize(pair, column, high) {
  const grids = [pair.input, pair.output ?? pair.input];
  const wide = (column - PADDING) / (grids[0].width + grids[1].width);
  const cell = Math.min(MAX_CELL, wide, high / Math.max(...grids.map((grid) => grid.height)));
  return Math.max(2, Math.floor(cell));
}

// `lines` leaves a gray line between cells, of at most a third of a cell.
function canvasOf(grid, cell, lines, label) {
  const ratio = window.devicePixelRatio, unit = lines ? Math.round(cell * ratio) : 1;
  const line = lines ? Math.floor(Math.min(Math.max(1, ratio), unit / 3)) : 0;
  const made = element("canvas", { role: "img", "aria-label": `${label}, ${grid.height} x ${grid.width}` });
  made.width = grid.width * unit + line;
  made.height = grid.height * unit + line;
  made.style.width = `${lines ? made.width / ratio : grid.width * cell}px`;
  if (lines) made.style.height = `${made.height / ratio}px`;
  const context = made.getContext("2d");
  context.fillStyle = "#555555";
  context.fillRect(0, 0, made.width, made.height);
  grid.cells.forEach((color, index) => {
    context.fillStyle = DATA.colors[color];
    const x = (index % grid.width) * unit, y = Math.floor(index / grid.width) * unit;
    context.fillRect(x + line, y + line, unit - line, unit - line);
  });
  return made;
}

function figure(pair, name, cell) {
  const output = pair.output ? canvasOf(pair.output, cell, true, `${name}, output`) : element("div", { class: "none" }, "no output");
  output.classList.add("output");
  const arrow = element("span", { class: "arrow", "aria-hidden": "true" }, "\u2192");
  const both = element("div", { class: "pair" }, canvasOf(pair.input, cell, true, `${name}, input`), arrow, output);
  return element("figure", {}, element("figcaption", {}, name), both);
}

function drawPairs(id, pairs, name, columns, high) {
  const width = ($("task").clientWidth - GAP * (columns - 1)) / columns;
  $(id).style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  $(id).replaceChildren(...pairs.map((pair, at) => figure(pair, `${name} ${at + 1}`, cellSize(pair, width, high))));
}

function drawTask() {
  if (state.at === null) return;
  const { support, tests } = examples(tasks[state.at]), width = $("task").clientWidth;
  drawPairs("support", support, "example", width < 640 ? 1 : 3, SUPPORT_HIGH);
  drawPairs("tests", tests, "test", width < 640 ? 1 : width < 1000 ? 3 : 5, TEST_HIGH);
  settle();
}

// Put each grid on whole pixels of the screen: between them its lines would be drawn unevenly.
function settle() {
  const ratio = window.devicePixelRatio, drawn = [...$("task").querySelectorAll("canvas")];
  for (const canvas of drawn) canvas.style.left = canvas.style.top = "0";
  const places = drawn.map((canvas) => canvas.getBoundingClientRect());
  const step = Number.isInteger(ratio) ? 1 : ratio;
  const shift = (at) => `${Math.round(at * step) / step - at}px`;
  drawn.forEach((canvas, at) => {
    canvas.style.left = shift(places[at].left + window.scrollX);
    canvas.style.top = shift(places[at].top + window.scrollY);
  });
}
