import type { Field } from './fields.ts';

/** A point in picture units. */
export interface Point {
  x: number;
  y: number;
}

/** Field values at the corners of square cells that cover a picture and a margin around it. */
export interface Grid {
  columns: number;
  rows: number;
  cell: number;
  values: Float64Array;
}

const MARGIN_CELLS = 3;
/** The value of the border cells, so that every contour closes. */
const OUTSIDE = 1e3;

/** Samples `field` (in picture units) over `width` × `height` every `cell` units. */
export function sample(field: Field, width: number, height: number, cell: number): Grid {
  const columns = Math.ceil(width / cell) + 1 + 2 * MARGIN_CELLS;
  const rows = Math.ceil(height / cell) + 1 + 2 * MARGIN_CELLS;
  const values = new Float64Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const edge = row === 0 || column === 0 || row === rows - 1 || column === columns - 1;
      values[row * columns + column] = edge
        ? OUTSIDE
        : field((column - MARGIN_CELLS) * cell, (row - MARGIN_CELLS) * cell);
    }
  }
  return { columns, rows, cell, values };
}

/** One pass of a binomial blur along rows (`stride` 1) or down columns (`stride` the row length). */
function blurred({ columns, rows, values }: Grid, stride: number): Float64Array {
  const neighbour = (i: number, own: number) => {
    const value = values[i] ?? OUTSIDE;
    return value === OUTSIDE ? own : value;
  };
  const result = values.slice();
  for (let row = 1; row < rows - 1; row += 1) {
    for (let i = row * columns + 1; i < (row + 1) * columns - 1; i += 1) {
      const own = values[i] ?? OUTSIDE;
      result[i] = (2 * own + neighbour(i - stride, own) + neighbour(i + stride, own)) / 4;
    }
  }
  return result;
}

/** The grid after `passes` of a three-by-three binomial blur. */
export function softened(grid: Grid, passes: number): Grid {
  let soft = grid;
  for (let pass = 0; pass < passes; pass += 1) {
    soft = { ...soft, values: blurred(soft, 1) };
    soft = { ...soft, values: blurred(soft, grid.columns) };
  }
  return soft;
}

/** Edges of a cell that a contour enters and leaves by, per marching-squares case: 0 top, 1 right, 2 bottom, 3 left. */
const CROSSINGS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[3, 0]],
  [[0, 1]],
  [[3, 1]],
  [[1, 2]],
  [
    [3, 0],
    [1, 2],
  ],
  [[0, 2]],
  [[3, 2]],
  [[2, 3]],
  [[2, 0]],
  [
    [0, 1],
    [2, 3],
  ],
  [[2, 1]],
  [[1, 3]],
  [[1, 0]],
  [[0, 3]],
  [],
];

/** A grid's edges are numbered: the one to the right of corner i is 2i, the one below it 2i + 1. */
function crossings({ columns, values }: Grid, corner: number, level: number): [number, number][] {
  const below = corner + columns;
  const corners = [corner, corner + 1, below + 1, below];
  const inside = corners.reduce(
    (bits, at, i) => bits | ((values[at] ?? OUTSIDE) < level ? 1 << i : 0),
    0,
  );
  const edges = [2 * corner, 2 * (corner + 1) + 1, 2 * below, 2 * corner + 1];
  return (CROSSINGS[inside] ?? []).map(([from, to]) => [edges[from] ?? 0, edges[to] ?? 0]);
}

/** Where along a numbered edge the field equals `level`, by linear interpolation. */
function crossing({ columns, cell, values }: Grid, edge: number, level: number): Point {
  const corner = edge >> 1;
  const down = edge & 1;
  const column = corner % columns;
  const row = (corner - column) / columns;
  const here = values[corner] ?? OUTSIDE;
  const there = values[corner + (down ? columns : 1)] ?? OUTSIDE;
  const along = (level - here) / (there - here);
  return {
    x: (column - MARGIN_CELLS + (down ? 0 : along)) * cell,
    y: (row - MARGIN_CELLS + (down ? along : 0)) * cell,
  };
}

/** Removes one closed chain of edges from `next`, which maps each edge to the following one. */
function takeChain(next: Map<number, number>): number[] {
  const chain: number[] = [];
  let edge = next.keys().next().value;
  while (edge !== undefined && next.has(edge)) {
    chain.push(edge);
    const following = next.get(edge);
    next.delete(edge);
    edge = following;
  }
  return chain;
}

/**
 * The closed rings on which the sampled field equals `level`, by marching squares, without rings of
 * fewer than `smallest` points.
 */
export function rings(grid: Grid, level: number, smallest = 16): Point[][] {
  const { columns, rows } = grid;
  const next = new Map<number, number>();
  for (let row = 0; row < rows - 1; row += 1) {
    for (let column = 0; column < columns - 1; column += 1) {
      for (const [from, to] of crossings(grid, row * columns + column, level)) next.set(from, to);
    }
  }
  const found: Point[][] = [];
  while (next.size > 0) {
    const chain = takeChain(next);
    if (chain.length >= smallest) found.push(chain.map((edge) => crossing(grid, edge, level)));
  }
  return found;
}
