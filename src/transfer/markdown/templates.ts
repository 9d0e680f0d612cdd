import { escapeHtml } from '../html/escape-html.ts';
import type { Note } from '../source.ts';
import { codeRanges, rangeFinder } from '../text/code-ranges.ts';
import { replaceDelimited } from '../text/delimited.ts';
import { applyEdits, lineOf } from '../text/edits.ts';

/** `{{< name … >}}` and `{{% name … %}}` of Hugo, `{% name … %}`, `{{ name … }}` and `{: attributes }` of Jekyll. Bounds keep time linear for those that never end. */
const TEMPLATE =
  /\{\{[<%](?:(?!\{\{[<%])[\s\S]){0,2000}?[>%]\}\}|\{%(?:(?!\{%)[\s\S]){0,2000}?%\}|\{\{[^{}]{0,2000}?\}\}|^\{:[^}\n]{0,500}\}/gm;

/** Text between these is shown to nobody. */
const COMMENT = /\{%-?\s*comment\s*-?%\}|\{\{[<%]\s*comment\s*[>%]\}\}/g;
const END_OF_LIQUID_COMMENT = /\{%-?\s*endcomment\s*-?%\}/g;
const END_OF_HUGO_COMMENT = /\{\{[<%]\s*\/\s*comment\s*[>%]\}\}/g;

/** Different templates that a note names. */
const MAX_NAMED = 10;

/**
 * Shows shortcodes and Liquid as they are written, and names them in a note: only their generator knows what they stand
 * for. Its comments are removed. Code stays as it is.
 */
export function showTemplates(body: string, isHtml = false): { body: string; notes: Note[] } {
  const text = withoutComments(body);
  const isCode = rangeFinder(codeRanges(text));
  const found = [...text.matchAll(TEMPLATE)].filter(({ index }) => !isCode(index));
  const edits = found.map(({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
    // `{{<b>}}` is not an element.
    text: isHtml ? escapeHtml(whole) : whole.replace(/[\\<*_`[\]~$&@^]/g, '\\$&'),
  }));
  const positions = Map.groupBy(found, ({ 0: whole }) => nameOf(whole));
  const named = [...positions].slice(0, MAX_NAMED).map(([name, [first, ...others]]) => {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return `${name} (line ${lineOf(text, first?.index ?? 0)}${more})`;
  });
  const rest = positions.size > MAX_NAMED ? [`${positions.size - MAX_NAMED} others`] : [];
  const message = `Shortcodes and Liquid tags stay in the text unchanged: ${[...named, ...rest].join(', ')}.`;
  return {
    body: applyEdits(text, edits),
    notes: found.length === 0 ? [] : [{ kind: 'lost', message }],
  };
}

/** The text without the templates that {@link showTemplates} shows. */
export function withoutTemplates(body: string): string {
  return body.replace(TEMPLATE, '');
}

function nameOf(template: string): string {
  const inside = template.replace(/^\{[{%][<%-]?\s*|\s*[>%-]?[%}]\}$/g, '');
  return /^[\w./-]+/.exec(inside)?.[0] ?? inside.slice(0, 40);
}

function withoutComments(body: string): string {
  const closing = ([opening]: RegExpExecArray) =>
    opening.startsWith('{%') ? END_OF_LIQUID_COMMENT : END_OF_HUGO_COMMENT;
  const isIgnored = rangeFinder(codeRanges(body));
  return replaceDelimited(body, { opening: COMMENT, closing, isIgnored }, () => '');
}
