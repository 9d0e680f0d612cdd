import { SYMBOLS } from './elements.ts';

/** The width of a bond. Of the lines that RDKit draws, those of a hashed wedge are half as wide. */
const LINE = 1.4;

/**
 * Options of RDKit: bonds and letters have the same size in every structure. All atoms are black, so
 * that bonds are not split into halves of two colours.
 */
export const DRAWING = {
  width: -1,
  height: -1,
  fixedBondLength: 26,
  fixedFontSize: 13,
  bondLineWidth: LINE,
  scaleBondWidth: false,
  multipleBondOffset: 0.16,
  additionalAtomLabelPadding: 0.06,
  padding: 0,
  clearBackground: false,
  fontFile: 'BuiltinRobotoRegular',
  atomColourPalette: Object.fromEntries(SYMBOLS.map((_, atom) => [atom, [0, 0, 0]])),
};

/** Attributes of the element around the layers. */
export const LINES = `stroke-width="${LINE}" stroke-linecap="round" stroke-linejoin="round"`;

/** Leaves room for the round caps of the lines. */
const MARGIN = 2;

export type Point = { x: number; y: number };
type Box = { left: number; top: number; right: number; bottom: number };

/** A drawing by RDKit, with its bounds. Units are pixels; a bond is 26 long. */
export type Drawing = {
  paths: Path[];
  /** The centres of the atoms that were highlighted, by index. */
  centres: Map<number, Point>;
  /** Moves the drawing to the origin, with a margin. */
  shift: Point;
  width: number;
  height: number;
};

/**
 * Parses RDKit's SVG. Null when it has no finite bounds.
 *
 * @param open the atoms that a wave may end at; RDKit draws more of them
 */
export function readDrawing(svg: string, open: ReadonlySet<number> = new Set()): Drawing | null {
  const paths = [...svg.matchAll(/<path ([^>]*)>/g)].map(([, attributes = '']) => {
    const path = { attributes, data: /\bd='([^']*)'/.exec(attributes)?.[1] ?? '' };
    return withVisibleMinus(isWave(path) && !endsAt(path, open) ? straightened(path) : path);
  });
  const box = boxOf(paths);
  const width = Math.ceil(box.right - box.left + 2 * MARGIN);
  const height = Math.ceil(box.bottom - box.top + 2 * MARGIN);
  if (!(width < MAX_SIZE && height < MAX_SIZE) || /nan|inf/.test(svg)) return null;
  const shift = { x: MARGIN - box.left, y: MARGIN - box.top };
  return { paths, centres: centresIn(svg), shift, width, height };
}

/** Pixels. Coordinates of a molfile can be anything. */
const MAX_SIZE = 20_000;

/** One kind of lines of a drawing, as data of a path. */
export type Layer = { name: 'bonds' | 'dashes' | 'hashes' | 'wedges'; data: string };

/** How layers are drawn without colours, for an element whose stroke is that of the bonds. */
export const LOOKS: Record<Layer['name'], string> = {
  bonds: 'fill="none"',
  dashes: 'fill="none" stroke-dasharray="2"',
  hashes: 'fill="none" stroke-width=".9"',
  wedges: 'fill="currentColor" stroke-width=".5"',
};

export function bondLayers({ paths }: Drawing, shift: Point): Layer[] {
  const wanted = [
    ['bonds', isBond],
    ['dashes', isDash],
    ['hashes', isHash],
    ['wedges', isWedge],
  ] as const;
  return wanted
    .map(([name, test]) => ({ name, data: brief(dataOf(paths.filter(test)), shift) }))
    .filter(({ data }) => data !== '');
}

/** The letters, as data of a path, for each class that `classOf` names by the index of their atom. */
export function letters(
  { paths }: Drawing,
  shift: Point,
  classOf: (atom: number) => string,
): Map<string, string> {
  const classes = Map.groupBy(paths.filter(isLetter), ({ attributes }) =>
    classOf(atomOf(attributes)),
  );
  return new Map([...classes].map(([name, own]) => [name, brief(dataOf(own), shift)]));
}

type Path = { attributes: string; data: string };

// Round caps join bonds, so the paths of three points that RDKit adds at corners are left out. Other lines without
// a class are brackets.
const isBond = ({ attributes, data }: Path) =>
  isLine(attributes, LINE) &&
  !attributes.includes('dasharray') &&
  (attributes.includes("class='bond-") || data.match(/[ML]/g)?.length !== 3);
const isDash = ({ attributes }: Path) => attributes.includes('dasharray');
const isHash = ({ attributes }: Path) => isLine(attributes, LINE / 2);
const isWedge = ({ attributes }: Path) =>
  attributes.includes("class='bond-") && attributes.includes("style='fill:#");
const isLetter = ({ attributes }: Path) => attributes.includes("class='atom-");

const isWave = (path: Path) => isBond(path) && path.data.includes('C');

function endsAt({ attributes }: Path, atoms: ReadonlySet<number>): boolean {
  return [...attributes.matchAll(/atom-(\d+)/g)].some(([, atom]) => atoms.has(Number(atom)));
}

function straightened(path: Path): Path {
  const points = pointsIn(path.data);
  const [from, to] = [points[0], points.at(-1)];
  return { ...path, data: `M ${from?.x},${from?.y} L ${to?.x},${to?.y}` };
}

/** Returns true if the letter of an atom, from index `first` on, overlaps another letter or a bond. */
export function hasCoveredLetter({ paths }: Drawing, first: number): boolean {
  const atoms = Map.groupBy(paths.filter(isLetter), ({ attributes }) => atomOf(attributes));
  const boxes = [...atoms].map(([atom, own]) => ({ atom, box: boxOf(own) }));
  const lines = paths.filter((path) => isBond(path) || isWedge(path));
  return boxes
    .filter(({ atom }) => atom >= first)
    .some(
      ({ atom, box }) =>
        boxes.some((other) => other.atom !== atom && areTouching(box, other.box)) ||
        lines.some((line) => !endsAt(line, new Set([atom])) && crosses(line, box)),
    );
}

function areTouching(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Returns true if a line crosses a box; tests eleven points of the line. */
function crosses({ data }: Path, { left, right, top, bottom }: Box): boolean {
  const [from, to] = pointsIn(data);
  if (from === undefined || to === undefined) return false;
  return Array.from({ length: 11 }, (_, step) => step / 10).some((part) => {
    const x = from.x + part * (to.x - from.x);
    const y = from.y + part * (to.y - from.y);
    return left < x && x < right && top < y && y < bottom;
  });
}

function atomOf(attributes: string): number {
  return Number(/class='atom-(\d+)/.exec(attributes)?.[1]);
}

function isLine(attributes: string, width: number): boolean {
  return attributes.includes('fill:none') && attributes.includes(`stroke-width:${width}px`);
}

/**
 * RDKit writes negative charges with the hyphen of its font, 2 wide and 0.6 high. A minus is larger, and higher, away
 * from the bonds that end at the hyphen.
 */
function withVisibleMinus(path: Path): Path {
  const { left, right, top, bottom } = boxOf([path]);
  const isHyphen =
    isLetter(path) && pointsIn(path.data).length === 5 && right - left > 2 * (bottom - top);
  if (!isHyphen) return path;
  const end = left + 3.4;
  const [upper, lower] = [top - 1.2, top - 0.2];
  return {
    ...path,
    data: `M ${end} ${lower} L ${left} ${lower} L ${left} ${upper} L ${end} ${upper} L ${end} ${lower}`,
  };
}

function dataOf(paths: readonly Path[]): string[] {
  return paths.map(({ data }) => data);
}

function centresIn(svg: string): Map<number, Point> {
  const ellipses = svg.matchAll(/<ellipse cx='([-\d.]+)' cy='([-\d.]+)'[^>]*class='atom-(\d+)'/g);
  return new Map(
    [...ellipses].map(([, x, y, atom]) => [Number(atom), { x: Number(x), y: Number(y) }]),
  );
}

function boxOf(paths: readonly Path[]): Box {
  const box = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  };
  for (const { x, y } of paths.flatMap(({ data }) => pointsIn(data))) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

function pointsIn(text: string): Point[] {
  return [...text.matchAll(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
}

/** The paths as one, shifted, in relative coordinates of a tenth, which are shorter. */
export function brief(paths: readonly string[], shift: { x: number; y: number }): string {
  let here = { x: 0, y: 0 };
  let opened = here;
  let text = '';
  for (const [, command = '', numbers = ''] of paths.join('').matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    if (command === 'Z') here = opened;
    const points = pointsIn(numbers).map(({ x, y }) => ({
      x: Math.round((x + shift.x) * 10),
      y: Math.round((y + shift.y) * 10),
    }));
    const end = points.at(-1) ?? here;
    const isClosing = command === 'L' && end.x === opened.x && end.y === opened.y;
    const isContinued = command === 'M' && text !== '' && end.x === here.x && end.y === here.y;
    // A closing line is redundant: letters are filled.
    if (!isContinued) text += isClosing ? 'z' : step(command, here, points);
    here = end;
    if (command === 'M') opened = end;
  }
  return text.replace(/^m/, 'M').replaceAll('zz', 'z');
}

function step(command: string, from: Point, points: readonly Point[]): string {
  const end = points.at(-1);
  if (command === 'L' && end?.y === from.y) return `h${tenths(end.x - from.x).trim()}`;
  if (command === 'L' && end?.x === from.x) return `v${tenths(end.y - from.y).trim()}`;
  const steps = points.map(({ x, y }) => tenths(x - from.x) + tenths(y - from.y)).join('');
  return command.toLowerCase() + steps.trimStart();
}

/** A number of tenths, without the zero and the space that path data may omit. */
function tenths(value: number): string {
  const text = (value / 10).toString().replace(/^(-?)0\./, '$1.');
  return text.startsWith('-') ? text : ` ${text}`;
}
