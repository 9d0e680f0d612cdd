import { isPicturePath } from '../pictures.ts';
import { codeRanges, rangeFinder } from '../text/code-ranges.ts';
import { type Delimited, findDelimited } from '../text/delimited.ts';
import { applyEdits, type Edit } from '../text/edits.ts';
import { findTags, type Tag } from '../text/find-tags.ts';
import { escapeHtml } from './escape-html.ts';

const NOSCRIPT = { opening: /<noscript\b[^<>]*>/gi, closing: /<\/noscript\s*>/gi };

/** Attributes that scripts show in place of any `src`. */
const LAZY = ['data-lazy-src', 'data-src'];
/** Attributes that they show in place of a placeholder: of jQuery, of Squarespace, and the file that WordPress.com has resized. */
const ORIGINAL = ['data-original', 'data-image', 'data-orig-file', 'data-large-file'];
const SETS = ['srcset', 'data-srcset', 'data-lazy-srcset'];
const REPLACED = [...LAZY, ...ORIGINAL, ...SETS, 'sizes', 'data-sizes', 'data-lazy-sizes'];

const PLACEHOLDER =
  /^(?:$|#|about:|data:)|\/[\w.-]{0,99}(?:1x1|blank|spacer|transparent|placeholder|pixel|lazy|loading)[\w.-]{0,99}\.\w{3,4}(?:[?#]|$)/i;

/**
 * Shows the pictures that scripts of the former site loaded: lazy ones get their real URLs, and those in `noscript`, for
 * readers without scripts, move into the text unless they are copies. Everything else stays byte for byte.
 */
export function withShownPictures(body: string, format: 'markdown' | 'html'): string {
  if (!/<noscript|\ssrcset|\sdata-/i.test(body)) return body;
  const code = format === 'markdown' ? codeRanges(body) : [];
  const isCode = rangeFinder(code);
  const tags = findTags(body, ['img', 'source', '/?picture']).filter(({ start }) => !isCode(start));
  const noscripts = findDelimited(body, { ...NOSCRIPT, isIgnored: rangeFinder(code) });
  const isHidden = rangeFinder(noscripts.map(({ start, end }) => [start, end]));
  const edits: Edit[] = [];
  const hidden: Picture[] = [];
  const shown: Picture[] = [];
  let sources: string[] = [];
  for (const tag of tags) {
    const { name, attributes } = tag;
    const sets = attributes.filter((each) => SETS.includes(each.name));
    if (name === 'source') sources.push(...sets.map(({ value }) => value));
    if (sets.some((each) => name === 'source' && each.name !== 'srcset')) {
      edits.push({ ...tag, text: '' });
    }
    if (name === 'img') {
      const picture = toPicture(tag, sources);
      (isHidden(tag.start) ? hidden : shown).push(picture);
      edits.push(...editsOf(tag, picture));
    }
    if (name !== 'source') sources = [];
  }
  return applyEdits(body, [...edits, ...unhide(body, noscripts, { hidden, shown })]);
}

/** Characters between a picture and its copy. */
const MAX_GAP = 1_000;

/** Puts the pictures of `noscript` into the text, in place of the placeholders beside them, and takes copies out. */
function unhide(
  body: string,
  noscripts: readonly Delimited[],
  { hidden, shown }: { hidden: readonly Picture[]; shown: readonly Picture[] },
): Edit[] {
  const keys = new Set(shown.flatMap(({ url }) => (url === null ? [] : keyOf(url))));
  const isBeside = (start: number, end: number) =>
    end - start <= MAX_GAP && body.slice(start, end).trim() === '';
  const neighboursOf = ({ start, end }: Delimited, after: number) => {
    const [previous, following] = [shown[after - 1], shown[after]];
    return [
      ...(previous?.isLazy && isBeside(previous.end, start) ? [previous] : []),
      ...(following?.isLazy && isBeside(end, following.start) ? [following] : []),
    ];
  };
  let [next, after] = [0, 0];
  return noscripts.flatMap((noscript) => {
    const { start, end, opening, inside } = noscript;
    const from = next;
    while (next < hidden.length && (hidden[next] as Picture).end <= end) next += 1;
    while (after < shown.length && (shown[after] as Picture).start < start) after += 1;
    const own = hidden.slice(from, next).filter(({ isPixel }) => !isPixel);
    if (own.length === 0) return [];
    const neighbours = neighboursOf(noscript, after);
    const isCopy =
      neighbours.some(({ url }) => url !== null) ||
      own.every(({ url }) => url === null || keys.has(keyOf(url)));
    if (isCopy) return [{ start, end, text: '' }];
    const behind = start + opening[0].length;
    return [
      ...neighbours.slice(0, 1).map((placeholder) => ({ ...placeholder, text: '' })),
      { start, end: behind, text: '' },
      { start: behind + inside.length, end, text: '' },
    ];
  });
}

type Picture = {
  start: number;
  end: number;
  /** Null for a placeholder of which nothing tells what it stands for. */
  url: string | null;
  /** Its `src` is not what a script showed. */
  isLazy: boolean;
  /** True for a tracking pixel, which shows nothing. */
  isPixel: boolean;
};

function toPicture({ start, end, attributes }: Tag, sources: readonly string[]): Picture {
  const value = (name: string) => attributes.find((each) => each.name === name)?.value ?? '';
  const named = (names: readonly string[]) => names.map(value).find(isPictureUrl);
  const src = value('src');
  const isPixel =
    /^[01](?:px)?$/.test(value('width')) ||
    /^[01](?:px)?$/.test(value('height')) ||
    /display:\s*none/.test(value('style'));
  const isPlaceholder = PLACEHOLDER.test(src) || (isPixel && named(REPLACED) !== undefined);
  const lazy =
    named(LAZY) ??
    (isPlaceholder ? (named(ORIGINAL) ?? largest([...SETS.map(value), ...sources])) : undefined);
  const url = lazy ?? (isPlaceholder ? null : src);
  return { start, end, url, isLazy: isPlaceholder || lazy !== undefined, isPixel };
}

/** Replaces all sources of a picture by its URL. */
function editsOf({ attributes }: Tag, { url, isLazy }: Picture): Edit[] {
  if (url === null || !isLazy) return [];
  const src = attributes.find(({ name }) => name === 'src');
  const replaced = attributes.filter(({ name }) => REPLACED.includes(name));
  const holder = src ?? replaced[0];
  return replaced
    .concat(src ?? [])
    .map((each) =>
      each === holder
        ? { ...each, text: `src="${escapeHtml(url)}"` }
        : { ...each, start: each.start - 1, text: '' },
    );
}

/** A template such as `a_{width}.jpg` is not a URL. */
function isPictureUrl(value: string): boolean {
  return (
    (/^(?:https?:)?\/\/|^\.{0,2}\/./i.test(value) || isPicturePath(value)) && !/[{}]/.test(value)
  );
}

/** The largest candidate of sets: the widest, or the densest. */
function largest(sets: readonly string[]): string | undefined {
  const candidates = sets
    .flatMap((set) => set.split(/,\s+|,(?=(?:https?:)?\/)/))
    .map((candidate) => candidate.trim().split(/\s+/))
    .filter(([url = '']) => isPictureUrl(url) && !PLACEHOLDER.test(url))
    .map(([url, size = '1x']) => ({ url, size: Number.parseFloat(size) || 1 }));
  return candidates.toSorted((a, b) => b.size - a.size)[0]?.url;
}

/** The same for all sizes of a picture that WordPress and its servers have made. */
function keyOf(url: string): string {
  return url
    .replace(/^(?:https?:)?\/\/(?:i\d\.wp\.com\/)?(?:www\.)?|[?#].*$/gs, '')
    .replace(/-(?:\d+x\d+|scaled)(\.\w+)$/, '$1');
}
