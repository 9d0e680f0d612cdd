import type { CSSProperties } from 'react';

/**
 * The site's colours, and its typefaces where they are installed: mails load nothing. Light colours are in
 * `style` attributes, which every mail program supports; dark colours are rules for classes, for the programs
 * that support `prefers-color-scheme`.
 */
const LIGHT = {
  paper: '#FBFAF7',
  surface: '#FFFFFF',
  ink: '#0B1B24',
  muted: '#52636D',
  line: '#E3E1DA',
  teal: '#0B7A6F',
};
const DARK: typeof LIGHT = {
  paper: '#07131A',
  surface: '#0D1D26',
  ink: '#E8F0F2',
  muted: '#9DB0B8',
  line: '#1C313C',
  teal: '#4FD8C4',
};

const SERIF = "Newsreader, Georgia, 'Times New Roman', serif";
const SANS = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const MONO = "'IBM Plex Mono', Menlo, Consolas, 'Courier New', monospace";

/** URLs and what people write may hold words longer than the column. */
const ANYWHERE: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' };

export const COLUMN = '36em';
/** The same in pixels, at the font size of the column. */
export const COLUMN_PX = 576;

export const styles = {
  paper: { backgroundColor: LIGHT.paper, margin: '0', padding: '32px 20px 40px' },
  column: {
    ...ANYWHERE,
    maxWidth: COLUMN,
    color: LIGHT.ink,
    fontFamily: SANS,
    fontSize: '16px',
    lineHeight: '1.6',
    textAlign: 'left',
  },
  masthead: {
    margin: '0 0 32px',
    paddingBottom: '14px',
    borderBottom: `1px solid ${LIGHT.line}`,
    fontFamily: SERIF,
    fontSize: '22px',
    lineHeight: '1.3',
  },
  name: { color: LIGHT.ink, textDecoration: 'none' },
  h1: {
    margin: '0 0 16px',
    fontFamily: SERIF,
    fontSize: '30px',
    fontWeight: 500,
    lineHeight: '1.2',
    letterSpacing: '-0.01em',
  },
  h2: {
    margin: '36px 0 12px',
    fontFamily: SERIF,
    fontSize: '23px',
    fontWeight: 500,
    lineHeight: '1.3',
  },
  h3: { margin: '28px 0 8px', fontSize: '17px', fontWeight: 600, lineHeight: '1.4' },
  p: { margin: '0 0 16px' },
  lastParagraph: { margin: '0' },
  lead: {
    margin: '0 0 16px',
    color: LIGHT.muted,
    fontFamily: SERIF,
    fontSize: '19px',
    lineHeight: '1.5',
  },
  small: { margin: '0 0 8px', color: LIGHT.muted, fontSize: '13px', lineHeight: '1.6' },
  footer: { marginTop: '40px', paddingTop: '16px', borderTop: `1px solid ${LIGHT.line}` },
  link: { color: LIGHT.teal, textDecoration: 'underline' },
  action: { margin: '28px 0' },
  button: {
    padding: '13px 22px',
    backgroundColor: LIGHT.teal,
    borderRadius: '6px',
    color: LIGHT.surface,
    fontSize: '16px',
    fontWeight: 600,
    lineHeight: '1.25',
    textDecoration: 'none',
  },
  facts: {
    width: '100%',
    margin: '0 0 8px',
    borderCollapse: 'collapse',
    borderTop: `1px solid ${LIGHT.line}`,
  },
  factName: {
    width: '7.5em',
    padding: '9px 16px 9px 0',
    borderBottom: `1px solid ${LIGHT.line}`,
    color: LIGHT.muted,
    fontSize: '14px',
    fontWeight: 400,
    textAlign: 'left',
    verticalAlign: 'top',
  },
  fact: {
    padding: '9px 0',
    borderBottom: `1px solid ${LIGHT.line}`,
    fontSize: '15px',
    verticalAlign: 'top',
  },
  written: {
    margin: '0 0 28px',
    padding: '2px 0 2px 18px',
    borderLeft: `2px solid ${LIGHT.teal}`,
    whiteSpace: 'pre-wrap',
  },
  list: { margin: '0 0 16px', paddingLeft: '24px' },
  tasks: { margin: '0 0 16px', paddingLeft: '4px', listStyle: 'none' },
  item: { margin: '0 0 6px' },
  quotation: {
    margin: '24px 0',
    padding: '2px 0 2px 18px',
    borderLeft: `2px solid ${LIGHT.teal}`,
    color: LIGHT.muted,
    fontFamily: SERIF,
    fontSize: '18px',
  },
  code: { fontFamily: MONO, fontSize: '14px' },
  listing: {
    margin: '0 0 20px',
    padding: '14px 16px',
    backgroundColor: LIGHT.surface,
    border: `1px solid ${LIGHT.line}`,
    borderRadius: '6px',
    fontFamily: MONO,
    fontSize: '13px',
    lineHeight: '1.6',
    whiteSpace: 'pre-wrap',
  },
  frame: { margin: '0 0 24px', overflowX: 'auto' },
  table: { width: '100%', borderCollapse: 'collapse', fontSize: '14px', overflowWrap: 'normal' },
  heading: {
    padding: '8px 14px 8px 0',
    borderBottom: `1px solid ${LIGHT.line}`,
    fontWeight: 600,
    textAlign: 'left',
    verticalAlign: 'bottom',
    wordBreak: 'normal',
  },
  cell: {
    padding: '8px 14px 8px 0',
    borderBottom: `1px solid ${LIGHT.line}`,
    verticalAlign: 'top',
    wordBreak: 'normal',
  },
  caption: { margin: '0 0 8px', color: LIGHT.muted, fontSize: '14px' },
  figure: { margin: '0 0 24px' },
  // Drawings without a ground of their own have dark lines.
  picture: {
    maxWidth: '100%',
    height: 'auto',
    backgroundColor: '#FFFFFF',
    border: '0',
    borderRadius: '6px',
    verticalAlign: 'middle',
  },
  // The width is that of the formula.
  formula: { maxWidth: '100%', height: 'auto', backgroundColor: '#FFFFFF', border: '0' },
  figcaption: { margin: '8px 0 0', color: LIGHT.muted, fontSize: '14px' },
  reference: { margin: '0 0 12px' },
  rule: { margin: '36px 0', border: '0', borderTop: `1px solid ${LIGHT.line}` },
  script: { fontSize: '0.75em', lineHeight: '0' },
  term: { margin: '0 0 2px', fontWeight: 600 },
  definition: { margin: '0 0 12px', paddingLeft: '24px' },
} satisfies Record<string, CSSProperties>;

/** The class of each style that has a colour. */
export const classes = {
  paper: 'paper',
  ink: 'ink',
  muted: 'muted',
  line: 'line',
  rule: 'line rule',
  link: 'teal',
  button: 'button',
  aside: 'aside',
  listing: 'surface line',
  caption: 'muted',
  picture: 'picture',
  formula: 'formula',
};

const important = (property: string, colour: string) => `${property}:${colour}!important`;
const TEXT: readonly [string, string][] = [
  ['ink', DARK.ink],
  ['muted', DARK.muted],
  ['teal', DARK.teal],
  ['button', DARK.paper],
];
const GROUND: readonly [string, string][] = [
  ['surface', DARK.surface],
  ['button', DARK.teal],
];
const LINES: readonly [string, string][] = [
  ['line', DARK.line],
  ['aside', DARK.teal],
];

const rules = (before: string, property: string, colours: readonly [string, string][]) =>
  colours.map(([name, colour]) => `${before}.${name}{${important(property, colour)}}`).join('');

/**
 * One `style` element each: a mail program drops a whole element when it does not know something in it. The
 * last one is for Outlook on the web, which rewrites colours.
 */
export const STYLE_SHEETS: readonly string[] = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  [
    '@media (prefers-color-scheme:dark){',
    `.paper,.paper>table>tbody>tr>td{${important('background-color', DARK.paper)}}`,
    rules('', 'color', TEXT),
    rules('', 'background-color', GROUND),
    rules('', 'border-color', LINES),
    '}',
  ].join(''),
  rules('[data-ogsc] ', 'color', TEXT) + rules('[data-ogsb] ', 'background-color', GROUND),
];
