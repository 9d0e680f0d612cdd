import { codeRanges, rangeFinder } from './code-ranges.ts';
import { findTags } from './find-tags.ts';

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
const ELEMENTS = ['img', 'a', 'source', 'video', 'audio', 'track', 'image'];

/** Finds the URLs of links and pictures, in order, but not in code. */
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
  return findTags(body, ELEMENTS).flatMap(({ name: element, attributes }) =>
    attributes.flatMap(({ name, value: url, start, end, valueStart, valueEnd }): FoundUrl[] => {
      // With the attribute's name and the space before it: such a list is taken out as a whole.
      if (name === 'srcset') return [{ start: start - 1, end, url, kind: 'srcset' }];
      if (name !== 'src' && name !== 'href' && name !== 'poster') return [];
      return [{ start: valueStart, end: valueEnd, url, kind: kindOf(element, name) }];
    }),
  );
}

function kindOf(element: string, attribute: string): FoundUrl['kind'] {
  if (element === 'img' || element === 'image' || attribute === 'poster') return 'picture';
  return attribute === 'href' ? 'link' : 'media';
}
