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

/** UTF-16 code units: more than fit in the smallest size. */
const MAX_LENGTH = 240;

/** About the width of a character in em, and how full lines of whole words are; satori breaks what is a little wider. */
const CHARACTER = 0.44;
const FILLED = 0.9;

/**
 * Chooses the text and font size (pixels) of a title in lines of `width` pixels; `isWhole`: it need not be cut.
 *
 * @param fallback replaces a title that the fonts cannot show
 */
export function typesetTitle(title: string, fallback: string, width: number) {
  const text = drawable(title) ?? fallback;
  const longest = Math.max(...text.split(' ').map(({ length }) => length));
  const fitting = SIZES.find(({ size, lines }) => {
    const characters = width / size / CHARACTER;
    return longest <= characters && text.length <= characters * lines * FILLED;
  });
  return { text, size: fitting?.size ?? SMALLEST, isWhole: fitting !== undefined };
}

/** What the subsets of `fonts.ts` lack, by their blocks in Unicode: Latin, Greek, Cyrillic, punctuation and signs. */
const LACKING =
  /[^\u0020-\u024f\u0370-\u03ff\u0400-\u052f\u1e00-\u1eff\u2013-\u2026\u20ac\u2122\u2212]/gu;

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
 * A title in characters of the fonts. Others are replaced ("IC₅₀" by "IC50") or, like emoji, removed; null when that
 * removes half of the title.
 */
function drawable(title: string): string | null {
  const whole = title.normalize('NFC').replace(/\s+/g, ' ').replace(/\p{C}/gu, '');
  const known = whole
    .slice(0, MAX_LENGTH)
    .replace(SUPERSCRIPTS, (power) => `^${power.normalize('NFKC')}`)
    .replace(LACKING, (sign) => SIGNS[sign] ?? sign.normalize('NFKC'))
    .replace(LACKING, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.:;!?)])/g, '')
    .trim();
  return letters(known) * 2 > letters(whole.slice(0, MAX_LENGTH)) ? known : null;
}

const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
