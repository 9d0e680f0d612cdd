import { codeRanges, rangeFinder } from '../text/code-ranges.ts';
import { applyEdits } from '../text/edits.ts';

/** `{#id .class name=value}` behind a heading, of kramdown with a colon, also above the line of dashes that makes one. */
const ATTRIBUTES =
  /^(?: {0,3}#{1,6}[ \t][^\n]{0,1000}?|[^\s#>][^\n]{0,1000}?(?=\{[^{}\n]*\}[ \t]*\r?\n(?:=+|-+)[ \t]*$))[ \t]*(\{:?[ \t]*((?:[#.][^\s{}"'<>]+|[\w-]+=(?:"[^"\n{}]*"|[^\s{}"]+))(?:[ \t]+(?:[#.][^\s{}"'<>]+|[\w-]+=(?:"[^"\n{}]*"|[^\s{}"]+)))*)[ \t]*\})[ \t]*#*[ \t]*$/gm;

/** Makes anchors of the ids that Hugo, Zola and kramdown read behind headings: links lead to them. Their classes are the theme's. */
export function withHeadingIds(body: string): string {
  if (!/\{:?[ \t]*[#.\w]/.test(body)) return body;
  const isCode = rangeFinder(codeRanges(body));
  const edits = [...body.matchAll(ATTRIBUTES)].flatMap(
    ({ 0: whole, 1: braces = '', 2: inside = '', index }) => {
      const start = index + whole.lastIndexOf(braces);
      const [, id] = /(?:^|\s)#(\S+)/.exec(inside) ?? [];
      const text = id === undefined ? '' : `<a id="${id}"></a>`;
      return isCode(index) ? [] : [{ start, end: start + braces.length, text }];
    },
  );
  return applyEdits(body, edits);
}
