import { applyEdits, type Edit, type Range, within } from '../text.ts';

/** `{{< name … >}}` and `{{% name … %}}` of Hugo, `{% name … %}`, `{{ name … }}` and `{: attributes }` of Jekyll. Bounds keep time linear for those that never end. */
const TEMPLATE =
  /\{\{[<%](?:(?!\{\{[<%])[\s\S]){0,2000}?[>%]\}\}|\{%(?:(?!\{%)[\s\S]){0,2000}?%\}|\{\{[^{}]{0,2000}?\}\}|^\{:[^}\n]{0,500}\}/gm;

/** Text between these is shown to nobody: of Liquid, and of Hugo. */
const COMMENTS = [
  [/\{%-?\s*comment\s*-?%\}/g, /\{%-?\s*endcomment\s*-?%\}/g],
  [/\{\{[<%]\s*comment\s*[>%]\}\}/g, /\{\{[<%]\s*\/\s*comment\s*[>%]\}\}/g],
] as const;

type Templates = {
  edits: Edit[];
  /** The names of the templates that are shown, with the offset of each. */
  names: { name: string; at: number }[];
};

type Where = { format: 'html' | 'markdown'; code?: readonly Range[]; html?: readonly Range[] };

/**
 * Shows shortcodes and Liquid as they are written: only their generator knows what they stand for. Its comments are
 * removed. Code stays as it is.
 */
export function findTemplates(text: string, { format, code = [], html = [] }: Where): Templates {
  if (!text.includes('{')) return { edits: [], names: [] };
  const [isCode, isHtml] = [within(code), within(html)];
  const edits = findComments(text, isCode).sort((a, b) => a.start - b.start);
  const isHidden = within(edits.map(({ start, end }) => [start, end] as const));
  const names: Templates['names'] = [];
  for (const { 0: whole, index } of text.matchAll(TEMPLATE)) {
    if (isCode(index) || isHidden(index)) continue;
    const inside = whole.replace(/^\{[{%][<%-]?\s*|\s*[>%-]?[%}]\}$/g, '');
    names.push({ name: /^[\w./-]+/.exec(inside)?.[0] ?? inside.slice(0, 40), at: index });
    if (isHtml(index)) continue;
    // `{{<b>}}` is not an element.
    const shown =
      format === 'html' ? whole.replace(/</g, '&lt;') : whole.replace(/[\\<*_`[\]~$&@^]/g, '\\$&');
    edits.push({ start: index, end: index + whole.length, text: shown });
  }
  return { edits, names };
}

function findComments(text: string, isCode: (at: number) => boolean): Edit[] {
  return COMMENTS.flatMap(([open, close]) => {
    const edits: Edit[] = [];
    let end = 0;
    for (const { index } of text.matchAll(open)) {
      if (index < end || isCode(index)) continue;
      close.lastIndex = index;
      const closed = close.exec(text);
      // Nor do the next ones end.
      if (closed === null) break;
      end = closed.index + closed[0].length;
      edits.push({ start: index, end, text: '' });
    }
    return edits;
  });
}

/** A text without templates and comments, for a description. */
export function withoutTemplates(body: string): string {
  if (!body.includes('{')) return body;
  return applyEdits(
    body,
    findComments(body, () => false),
  ).replace(TEMPLATE, '');
}
