import type { TemmlNode } from './temml-node.ts';

/** Classes of temml that `src/ui/math.css` has rules for. */
const CLASSES = new Set(
  `tml-left tml-right tml-prime tml-jot tml-small tml-overline tml-underline
   tml-fbox tml-cancel tml-xcancel upstrike downstrike sout`.split(/\s+/),
);

/** Paddings and negative margins, in hundredths of an em. */
const STEPS = [0, 14, 25, 50, 100, 200];
const EM: Readonly<Record<string, number>> = {
  em: 1,
  ex: 0.45,
  pt: 1 / 12,
  mu: 1 / 18,
  px: 1 / 16,
};

type Style = NonNullable<TemmlNode['style']>;

/** Classes instead of inline styles, which the content policy forbids, and which know no dark theme. */
export function classesOf(node: TemmlNode): string[] {
  const given = (node.classes ?? []).flatMap((each) => each.split(' '));
  const found = [
    ...given.filter((each) => CLASSES.has(each)),
    ...textClasses(node),
    ...colorClasses(node),
    ...(node.type === 'mtd' ? cellClasses(node) : boxClasses(node)),
  ];
  return [...new Set(found.filter((each) => each !== ''))];
}

/** `\ce` and `\prescript` align scripts, and `\boldsymbol` makes bold, by an attribute. */
function textClasses({ style = {}, attributes = {} }: TemmlNode): string[] {
  const inline = String(attributes.style ?? '');
  const isLeft = inline.includes('text-align: left') || style.textAlign === 'left';
  const weight = `${inline} ${declared(style, 'fontWeight')} ${declared(style, 'font-weight')}`;
  const isItalic = style['font-style'] === 'italic' || attributes.mathvariant === 'italic';
  return [
    isLeft ? 'tml-left' : '',
    weight.includes('bold') ? 'math-bold' : '',
    isItalic ? 'math-italic' : '',
  ];
}

function colorClasses({ style = {}, attributes = {} }: TemmlNode): string[] {
  return [
    hueClass('math', declared(style, 'color')),
    hueClass('math-on', String(attributes.mathbackground ?? '')),
  ];
}

function cellClasses({ style = {} }: TemmlNode): string[] {
  const padding = declared(style, 'padding');
  return [
    step('math-pl', declared(style, 'paddingLeft') || padding),
    step('math-pr', declared(style, 'paddingRight') || padding),
    style.width === '50%' ? 'math-glue' : '',
    style.paddingTop === '0' ? 'math-tight' : '',
    ...SIDES.map(([side, name]) => (/[a-z]/.test(declared(style, side)) ? name : '')),
  ];
}

function boxClasses({ type, style = {} }: TemmlNode): string[] {
  const margin = declared(style, 'marginLeft');
  return [
    declared(style, 'border') === '' ? '' : 'math-box',
    declared(style, 'padding').startsWith('0.3em') ? 'math-padded' : '',
    type === 'mpadded' && style.justifyContent === 'center' ? 'math-clap' : '',
    type === 'mpadded' && style.position === 'relative' ? 'math-lap' : '',
    style.position === 'absolute' ? 'math-lapped' : '',
    margin.startsWith('-') ? step('math-kern', margin.slice(1)) : '',
  ];
}

const SIDES: readonly [string, string][] = [
  ['borderTop', 'math-bt'],
  ['borderRight', 'math-br'],
  ['borderBottom', 'math-bb'],
  ['borderLeft', 'math-bl'],
];

/** `math-depth`, which is an attribute of MathML Core as well. */
export function scriptLevelOf(style: Style): string | undefined {
  const depth = style.mathDepth ?? style['math-depth'];
  return depth === undefined ? undefined : /^[0-3]$/.exec(String(depth))?.[0];
}

function declared(style: Style, name: string): string {
  return String(style[name] ?? '');
}

/** The class of the nearest of `STEPS`; empty for what is not a length. */
function step(prefix: string, length: string): string {
  const [, written, unit = ''] = /^(\d*\.?\d+)(em|ex|px|pt|mu)?$/.exec(length) ?? [];
  if (written === undefined) return '';
  const hundredths = Number(written) * (EM[unit] ?? 1) * 100;
  const nearest = STEPS.reduce((best, each) =>
    Math.abs(each - hundredths) < Math.abs(best - hundredths) ? each : best,
  );
  return `${prefix}-${nearest}`;
}

/**
 * Colours become hues of the palette, which are readable in both themes. temml writes them as names of its own, in
 * hexadecimal digits.
 */
function hueClass(prefix: string, color: string): string {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(NAMED[color.toLowerCase()] ?? color)?.[1];
  if (hex === undefined) return '';
  const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    Number.parseInt(digits.slice(at, at + 2), 16),
  );
  return `${prefix}-${hueOf(red, green, blue)}`;
}

const NAMED: Readonly<Record<string, string>> = {
  black: '#000',
  white: '#fff',
  red: '#f00',
  green: '#080',
  blue: '#00f',
  yellow: '#ff0',
  cyan: '#0ff',
  magenta: '#f0f',
  gray: '#808080',
};

/** The end of each hue on the colour circle, in degrees. */
const HUES: readonly [number, string][] = [
  [20, 'red'],
  [70, 'amber'],
  [190, 'teal'],
  [250, 'blue'],
  [330, 'violet'],
  [361, 'red'],
];

function hueOf(red: number, green: number, blue: number): string {
  const max = Math.max(red, green, blue);
  const chroma = max - Math.min(red, green, blue);
  if (chroma < 32) return max < 64 || max > 224 ? 'ink' : 'gray';
  const sector =
    max === red
      ? (green - blue) / chroma
      : max === green
        ? 2 + (blue - red) / chroma
        : 4 + (red - green) / chroma;
  const degrees = (sector * 60 + 360) % 360;
  return HUES.find(([end]) => degrees < end)?.[1] ?? 'ink';
}
