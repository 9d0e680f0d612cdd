import { codeRanges, rangeFinder } from './code-ranges.ts';

/** A URL in a body, and where it stands. */
export type FoundUrl = {
  start: number;
  end: number;
  /** Entities of HTML and angle brackets of Markdown are gone. */
  url: string;
  kind: 'picture' | 'media' | 'link' | 'srcset';
};

/** `](url`, and `[name]: url` at the start of a line; `[^name]: text` is a footnote. */
const INLINE = /\]\([ \t]*(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)/g;
const DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]{1,999}\]:[ \t]*(<[^<>\n]*>|\S+)/gm;
const TAG = /<(img|a|source|video|audio|track|image)\b[^<>]*>/gi;
const ATTRIBUTE = /\s(src|href|poster|srcset|data-src)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)/gi;

/** Finds the URLs of links and pictures, in order. Code holds none. */
export function findUrls(body: string, format: 'markdown' | 'html'): FoundUrl[] {
  const found = findInTags(body).concat(format === 'markdown' ? findInMarkdown(body) : []);
  found.sort((a, b) => a.start - b.start);
  const isCode = rangeFinder(format === 'markdown' ? codeRanges(body) : []);
  return found.filter(({ start }) => !isCode(start));
}

function findInMarkdown(body: string): FoundUrl[] {
  return [INLINE, DEFINITION].flatMap((pattern) =>
    [...body.matchAll(pattern)].map((match): FoundUrl => {
      const [whole, written = ''] = match;
      const end = match.index + whole.length;
      const isPicture = pattern === INLINE ? isPictureAt(body, match.index) : false;
      return {
        start: end - written.length,
        end,
        url: written.replace(/^<|>$/g, ''),
        kind: isPicture ? 'picture' : 'link',
      };
    }),
  );
}

/** Alternative text is not longer. */
const MAX_LABEL = 1_000;

/** True when the bracket that closes here was opened by `![`. */
function isPictureAt(body: string, closing: number): boolean {
  let depth = 0;
  for (let at = closing - 1; at >= Math.max(0, closing - MAX_LABEL); at--) {
    if (body[at] === ']') depth += 1;
    else if (body[at] === '[') {
      if (depth === 0) return body[at - 1] === '!';
      depth -= 1;
    }
  }
  return false;
}

function findInTags(body: string): FoundUrl[] {
  return [...body.matchAll(TAG)].flatMap((tag) => {
    const [whole, element = ''] = tag;
    return [...whole.matchAll(ATTRIBUTE)].flatMap(
      (match) => toFound(match, { element, offset: tag.index }) ?? [],
    );
  });
}

/** Null for an attribute that no browser loads. */
function toFound(
  { 0: whole, 1: name = '', 2: value = '', index }: RegExpExecArray,
  { element, offset }: { element: string; offset: number },
): FoundUrl | null {
  const attribute = name.toLowerCase();
  if (attribute === 'data-src') return null;
  const [start, end] = [offset + index, offset + index + whole.length];
  const quote = /^["']/.test(value) ? 1 : 0;
  const url = unescapeEntities(value.slice(quote, value.length - quote));
  // With the attribute's name: such a list is taken out as a whole.
  if (attribute === 'srcset') return { start, end, url, kind: 'srcset' };
  return {
    start: end - value.length + quote,
    end: end - quote,
    url,
    kind: kindOf(element, attribute),
  };
}

function kindOf(element: string, attribute: string): FoundUrl['kind'] {
  if (/^(?:img|image)$/i.test(element) || attribute === 'poster') return 'picture';
  return attribute === 'href' ? 'link' : 'media';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&#038;': '&',
  '&#38;': '&',
  '&quot;': '"',
  '&#39;': "'",
};

function unescapeEntities(value: string): string {
  return value.replace(/&(?:amp|#0?38|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity).trim();
}
