import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { MARK_HOST, MARK_LIGAND } from '../../ui/mark-paths.ts';
import { MAX_LINES, typesetTitle } from './title.ts';

const { resolve } = createRequire(import.meta.url);

const font = (name: string, file: string, weight: 400 | 500) => ({
  name,
  weight,
  data: readFileSync(resolve(`@fontsource/${file}-${weight}-normal.woff`)),
});

/**
 * The brand's fonts as WOFF, the only format of the packages that satori reads. satori takes one file
 * per family and weight, so each subset is a family of its own; satori falls back to later families
 * for missing glyphs.
 */
const FONTS = [
  font('Newsreader', 'newsreader/files/newsreader-latin', 500),
  font('Newsreader Extended', 'newsreader/files/newsreader-latin-ext', 500),
  font('Newsreader Vietnamese', 'newsreader/files/newsreader-vietnamese', 500),
  font('Inter', 'inter/files/inter-latin', 400),
  font('Inter Greek', 'inter/files/inter-greek', 500),
  font('Inter Cyrillic', 'inter/files/inter-cyrillic', 500),
  font('Inter Cyrillic Extended', 'inter/files/inter-cyrillic-ext', 500),
];

export type ShareSubject = {
  title: string;
  name: string;
  site: { name: string; tagline: string };
};

export type Picture = Uint8Array<ArrayBuffer>;

export type DrawShareImage = (subject: ShareSubject) => Promise<Picture>;

const SIZE = { width: 1200, height: 630 };
const SURFACE = { width: 460, height: SIZE.height };
const PANEL = { width: SIZE.width - SURFACE.width, height: SIZE.height };
const MARGIN = { top: 64, right: 56, bottom: 60, left: 72 };
const LINE_WIDTH = PANEL.width - MARGIN.left - MARGIN.right;
const MARK = 44;

const PAPER = '#FBFAF7';
const INK = '#0B1B24';
const MUTED = '#52636D';
const HAIRLINE = '#E3E1DA';
const TEAL = '#0B7A6F';
const COLOURS: Readonly<Record<string, string>> = {
  paper: PAPER,
  ink: INK,
  muted: MUTED,
  teal: TEAL,
  amber: '#8A5A00',
  stone: '#4B5563',
  relief: INK,
  'relief-line': PAPER,
  engraving: INK,
};

const SURFACES = ['home', 'investors', 'molecules', 'pipeline', 'platform', 'purpose', 'teams'].map(
  readSurface,
);

/**
 * Beside the title in the brand's fonts stands one of the surfaces, chosen by the name. The tagline
 * replaces a title that the fonts cannot show.
 * Takes some tenths of a second: a server calls it through `createThreads`.
 *
 * @returns a PNG of 1200×630
 */
export async function drawShareImage({ title, name, site }: ShareSubject): Promise<Picture> {
  // Composed here and not in satori, which caches every embedded image forever.
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">`,
    `<path fill="${PAPER}" d="M0 0h${SIZE.width}v${SIZE.height}H0z"/>`,
    await panel(title, site),
    `<svg x="${MARGIN.left}" y="${MARGIN.top}" width="${MARK}" height="${MARK}" viewBox="0 0 256 256">`,
    `<path fill="${INK}" d="${MARK_HOST}"/><path fill="${TEAL}" d="${MARK_LIGAND}"/></svg>`,
    surfaceOf(name),
    `<path stroke="${HAIRLINE}" d="M${PANEL.width + 0.5} 0v${SIZE.height}"/>`,
    '</svg>',
  ].join('');
  const drawn = new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
  return new Uint8Array(drawn);
}

/** A file in `ui/surfaces` is one `<symbol>`, which has a `viewBox`; here it becomes an `<svg>` in its place. */
function readSurface(name: string): string {
  const file = readFileSync(new URL(`../../ui/surfaces/${name}.svg`, import.meta.url), 'utf8');
  return file
    .slice(file.indexOf('<symbol'), file.lastIndexOf('</symbol>'))
    .replace(
      '<symbol id="art"',
      `<svg x="${PANEL.width}" width="${SURFACE.width}" height="${SURFACE.height}"`,
    )
    .replace(/var\(--([\w-]+)\)/g, (_, colour: string) => COLOURS[colour] ?? INK)
    .concat('</svg>');
}

function surfaceOf(name: string): string {
  const hash = createHash('sha256').update(name).digest().readUInt32BE();
  return SURFACES[hash % SURFACES.length] ?? '';
}

const TITLE_STYLE = {
  fontFamily: 'Newsreader',
  fontWeight: 500,
  lineHeight: 1.08,
  letterSpacing: '-0.025em',
};

type Box = { type: 'div'; key: null; props: { style: object; children: string | Box[] } };

function box(style: object, children: string | Box[]): Box {
  return { type: 'div', key: null, props: { style, children } };
}

/** All text as paths, with space for the mark before the site's name. */
function panel(title: string, { name, tagline }: ShareSubject['site']): Promise<string> {
  const { text, size, isWhole } = typesetTitle(title, tagline, LINE_WIDTH);
  const style = {
    ...PANEL,
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    padding: `${MARGIN.top}px ${MARGIN.right}px ${MARGIN.bottom}px ${MARGIN.left}px`,
    background: PAPER,
    color: INK,
  };
  const wordmark = { paddingLeft: MARK * 1.375, fontSize: MARK * 1.125, lineHeight: `${MARK}px` };
  // With `lineClamp`, satori would balance the whole title before cutting it, which leaves narrow lines.
  const lines = isWhole
    ? { textWrap: 'balance' }
    : { lineClamp: MAX_LINES, wordBreak: 'break-word' };
  const root = box(style, [
    box({ height: MARK, ...TITLE_STYLE, ...wordmark }, name),
    box({ ...TITLE_STYLE, fontSize: size, width: LINE_WIDTH, ...lines }, text),
    box(
      { fontFamily: 'Inter', fontSize: 24, height: 30, color: MUTED },
      text === tagline ? '' : tagline,
    ),
  ]);
  return satori(root, { fonts: FONTS, ...PANEL });
}
