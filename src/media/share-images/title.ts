import { box, renderSvg } from './markup.ts';

export type TypesetTitle = {
  text: string;
  /** Font size in pixels. */
  size: number;
  /** False when the title must be cut. */
  isWhole: boolean;
};

export const TITLE_STYLE = {
  fontFamily: 'Newsreader',
  fontWeight: 500,
  lineHeight: 1.08,
  letterSpacing: '-0.025em',
} as const;

/** Lines of a title that is cut. */
export const MAX_LINES = 4;

/** Sizes in descending order, each with the maximum number of lines that look well. */
const SIZES = [
  { size: 92, lines: 2 },
  { size: 76, lines: 3 },
  { size: 64, lines: 3 },
  { size: 56, lines: MAX_LINES },
  { size: 48, lines: MAX_LINES },
  { size: 44, lines: MAX_LINES },
];
const SMALLEST = 44;

/** More than fit in the smallest size; the rest is neither measured nor drawn. */
const MAX_CHARACTERS = 240;

/** ASCII replacements of characters that the fonts lack. */
const SIGNS: Readonly<Record<string, string>> = {
  '‐': '-',
  '→': '->',
  '←': '<-',
  '≤': '<=',
  '≥': '>=',
  '≈': '~',
};
const SUPERSCRIPTS = /[⁰⁴-⁹⁺⁻][⁰¹²³⁴-⁹⁺⁻]*/g;

/**
 * Chooses the text and font size of a title in lines of `width` pixels.
 *
 * @param fallback replaces a title that the fonts cannot show
 */
export async function typesetTitle(
  title: string,
  fallback: string,
  width: number,
): Promise<TypesetTitle> {
  const text = (await drawable(title)) ?? fallback;
  const { words } = await measure(text);
  return { text, ...fitted(words, width) };
}

/**
 * A title in characters of the fonts. Others are replaced ("IC₅₀" by "IC50") or, like emoji, removed;
 * null when that removes half of the title.
 */
async function drawable(title: string): Promise<string | null> {
  const text = shortened(title.normalize('NFC').replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim());
  const asWritten = await measure(text);
  if (asWritten.missing.size === 0) return text === '' ? null : text;
  const inPlainText = plain(text, asWritten.missing);
  const { missing } = await measure(inPlainText);
  const left = without(inPlainText, missing);
  return letters(left) * 2 > letters(text) ? left : null;
}

type Measured = {
  /** The width of each word in em. */
  words: number[];
  /** Graphemes that no font contains. */
  missing: Set<string>;
};

const MEASURING_SIZE = 100;

async function measure(text: string): Promise<Measured> {
  const words: number[] = [];
  const missing = new Set<string>();
  const column = { display: 'flex', flexDirection: 'column', alignItems: 'flex-start' };
  const style = { ...column, ...TITLE_STYLE, fontSize: MEASURING_SIZE, whiteSpace: 'nowrap' };
  await renderSvg(
    box(
      style,
      text.split(' ').map((word) => box({}, word, 'word')),
    ),
    {
      width: 1,
      height: 1,
      onNodeDetected: ({ key, width }) => {
        if (key === 'word') words.push(width / MEASURING_SIZE);
      },
      loadAdditionalAsset: async (_, lacking) => {
        for (const grapheme of graphemes(lacking)) missing.add(grapheme);
        return [];
      },
    },
  );
  return { words, missing };
}

/** The width of a space in em. */
const SPACE = 0.22;

/** The largest size in which no word is wider than a line, within the maximum number of lines. */
function fitted(words: readonly number[], width: number): Omit<TypesetTitle, 'text'> {
  const fitting = SIZES.find(({ size, lines }) => {
    const line = width / size;
    return Math.max(...words) <= line && linesOf(words, line) <= lines;
  });
  return { size: fitting?.size ?? SMALLEST, isWhole: fitting !== undefined };
}

function linesOf(words: readonly number[], line: number): number {
  let lines = 1;
  let used = -SPACE;
  for (const word of words) {
    const fits = used + SPACE + word <= line;
    if (!fits) lines += 1;
    used = fits ? used + SPACE + word : word;
  }
  return lines;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemes = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

const shortened = (text: string) => graphemes(text).slice(0, MAX_CHARACTERS).join('');

const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

function plain(text: string, missing: ReadonlySet<string>): string {
  const powers = text.replace(SUPERSCRIPTS, (power) => `^${power.normalize('NFKC')}`);
  return graphemes(powers)
    .map((grapheme) => {
      if (!missing.has(grapheme)) return grapheme;
      const compatible = grapheme.normalize('NFKC');
      return SIGNS[compatible] ?? compatible;
    })
    .join('');
}

function without(text: string, missing: ReadonlySet<string>): string {
  return graphemes(text)
    .filter((grapheme) => !missing.has(grapheme))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.:;!?)])/g, '')
    .trim();
}
