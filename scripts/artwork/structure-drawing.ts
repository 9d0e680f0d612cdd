/** The width of a bond. Of the lines that RDKit draws, those of a hashed wedge are half as wide. */
const LINE = 1.4;

/**
 * Options of RDKit: bonds and letters have the same size in every structure. All atoms are black, so
 * that bonds are not split into halves of two colours.
 */
export const DRAWING = JSON.stringify({
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
  atomColourPalette: Object.fromEntries([6, 7, 8, 9, 16, 17].map((atom) => [atom, [0, 0, 0]])),
});

/** A symbol does not inherit from the outermost element of its file, so it carries these attributes. */
const LINES = `stroke-width="${LINE}" stroke-linecap="round" stroke-linejoin="round"`;

/** For the round caps of the lines. */
const MARGIN = 2;

type Point = { x: number; y: number };
type Box = { left: number; top: number; right: number; bottom: number };

/**
 * RDKit's drawing as an SVG symbol without colours: bonds inherit the stroke of the element that uses
 * the symbol, letters its fill.
 */
export function symbolOf(
  id: string,
  svg: string,
): { symbol: string; width: number; height: number } {
  const box = boxOf(svg);
  const shift = { x: MARGIN - box.left, y: MARGIN - box.top };
  const width = Math.ceil(box.right - box.left + 2 * MARGIN);
  const height = Math.ceil(box.bottom - box.top + 2 * MARGIN);
  const layers = [
    ['fill="none"', pathsOf(svg, isBond)],
    ['fill="none" stroke-width=".9"', pathsOf(svg, isHash)],
    ['fill="currentColor" stroke-width=".5"', pathsOf(svg, isWedge)],
    ['stroke="none"', pathsOf(svg, isLetter)],
  ] as const;
  const drawn = layers
    .filter(([, paths]) => paths.length > 0)
    .map(([look, paths]) => `<path ${look} d="${brief(paths, shift)}"/>`);
  return {
    symbol: `<symbol id="${id}" viewBox="0 0 ${width} ${height}" ${LINES}>${drawn.join('')}</symbol>`,
    width,
    height,
  };
}

type Path = { attributes: string; data: string };

// Round caps join bonds, so the paths that RDKit adds at corners, which have no atom or bond class, are
// left out.
const isBond = ({ attributes }: Path) =>
  attributes.includes("class='bond-") && attributes.includes(`stroke-width:${LINE}px`);
const isHash = ({ attributes }: Path) => attributes.includes(`stroke-width:${LINE / 2}px`);
const isWedge = ({ attributes }: Path) =>
  attributes.includes("class='bond-") && attributes.includes("style='fill:#");
const isLetter = ({ attributes }: Path) => attributes.includes("class='atom-");

function pathsOf(svg: string, isWanted: (path: Path) => boolean): string[] {
  return [...svg.matchAll(/<path ([^>]*)>/g)]
    .map(([, attributes = '']) => ({
      attributes,
      data: /\bd='([^']*)'/.exec(attributes)?.[1] ?? '',
    }))
    .filter(isWanted)
    .map(({ data }) => data);
}

function boxOf(svg: string): Box {
  const points = pointsIn(pathsOf(svg, () => true).join(' '));
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

function pointsIn(text: string): Point[] {
  return [...text.matchAll(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
}

/** The paths as one, shifted, in relative coordinates of a tenth, which are shorter. */
function brief(paths: readonly string[], shift: { x: number; y: number }): string {
  let here = { x: 0, y: 0 };
  let opened = here;
  let text = '';
  for (const [, command = '', numbers = ''] of paths.join('').matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    if (command === 'Z') here = opened;
    const points = pointsIn(numbers).map(({ x, y }) => ({
      x: Math.round((x + shift.x) * 10),
      y: Math.round((y + shift.y) * 10),
    }));
    const end = points.at(-1) ?? here;
    const isClosing = command === 'L' && end.x === opened.x && end.y === opened.y;
    // A closing line is redundant: letters are filled.
    text += isClosing ? 'z' : step(command, here, points);
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
