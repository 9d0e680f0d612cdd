import { type BlockForm, bracesOf, type FormField } from './block-form.ts';
import { escaped, fenceAround, inBraces, oneLine } from './block-syntax.ts';
import { markdownTable, readTable } from './cells.ts';
import { CAPTION, CELLS_HINT } from './science-forms.ts';

/** @param key the attribute that holds the title */
function container(className: string, key: 'title' | 'summary', fields: FormField[]): BlockForm {
  const isList = className === 'key-points';
  return {
    fields,
    read: (block) => {
      const found = block.lang === 'container' ? bracesOf(block, [key], className) : null;
      if (found?.label !== '') return null;
      const isOfPoints = isList && block.body.split('\n').every((line) => line.startsWith('- '));
      const body = isOfPoints ? block.body.replace(/^- /gm, '') : block.body;
      return { body, title: found[key] ?? '' };
    },
    write: ({ body = '', title = '' }) => {
      const text = body.trim();
      const isWritten = !isList || /^\s*[-*+] /m.test(text);
      const inner = isWritten ? text : text.replace(/\s*\n\s*/g, '\n').replace(/^/gm, '- ');
      const fence = fenceAround(inner, ':');
      return `${fence}${inBraces(`.${className}`, { [key]: title })}\n${inner}\n${fence}`;
    },
  };
}

const TITLE: FormField = { name: 'title', label: 'Custom title (optional)' };

export const KEY_POINTS = container('key-points', 'title', [
  { name: 'body', label: 'Points', hint: 'Each on a line of its own.', type: 'lines' },
  TITLE,
]);
export const PLAIN_SUMMARY = container('plain-summary', 'title', [
  { name: 'body', label: 'Summary', hint: 'In plain words, without jargon.', type: 'lines' },
  TITLE,
]);
export const DETAILS = container('details', 'summary', [
  { name: 'title', label: 'What readers see while it is collapsed', placeholder: 'Details' },
  { name: 'body', label: 'Collapsible text', type: 'lines' },
]);

export const TABLE: BlockForm = {
  fields: [
    {
      name: 'body',
      label: 'Cells',
      hint: CELLS_HINT,
      type: 'cells',
    },
    CAPTION,
  ],
  start: { body: '\t\t\n\t\t\n\t\t' },
  label: 'tbl',
  read: ({ lang, body }) => {
    if (lang !== 'table') return null;
    const [, rows = '', caption = '', braces = ''] =
      /^([\s\S]*?)(?:\n+:\s+(.*?)\s*(\{[^{}]*\})?\s*)?$/.exec(body) ?? [];
    const found = bracesOf({ braces }, []);
    return found && { ...readTable(rows), caption, label: found.label ?? '' };
  },
  write: ({ body = '', columns = '', caption = '', label = '' }) => {
    const table = markdownTable(body, columns);
    const braces = label === '' ? '' : ` {#${label}}`;
    // A caption without words is not read.
    const words = oneLine(caption) || (braces === '' ? '' : 'Table');
    return words === '' ? table : `${table}\n\n: ${words}${braces}`;
  },
};

/** Alone in its line. */
const PICTURE =
  /^!\[((?:\\.|[^\\\]]|\](?!\())*)\]\((<[^<>]*>|[^\s()]+)(?:\s+"((?:\\.|[^"\\])*)")?\)\s*(?:\{[^{}]*\})?\s*$/;

/** The words of a picture that there is. Where braces follow it and it has no title, those in brackets are its caption. */
export const FIGURE: BlockForm = {
  fields: [
    { name: 'alt', label: 'Alternative text', hint: 'Read out to people who cannot see it.' },
    CAPTION,
  ],
  label: 'fig',
  read: (block) => {
    const [written, inner = '', body = '', title] = PICTURE.exec(block.body) ?? [];
    const found = written && bracesOf(block, title === undefined ? ['fig-alt'] : []);
    if (!found || block.lang !== 'picture') return null;
    const plain = (text: string) => text.replace(/\\([\\"[\]&])/g, '$1');
    const isCaption = block.braces !== '' && title === undefined;
    const alt = found['fig-alt'] ?? (isCaption ? '' : plain(inner));
    const caption = isCaption ? inner : plain(title ?? '');
    return {
      body,
      label: found.label ?? '',
      alt,
      caption,
      isTitled: title === undefined ? '' : 'yes',
    };
  },
  write: ({ body = '', label = '', alt = '', caption = '', isTitled = '' }) => {
    const isInBrackets = isTitled === '' || caption.trim() === '';
    if (label !== '' && isInBrackets) {
      return `![${oneLine(caption)}](${body})${inBraces(`#${label}`, { 'fig-alt': alt }).trim()}`;
    }
    const title = oneLine(caption) === '' ? '' : ` "${escaped(oneLine(caption), /[\\"&]/g)}"`;
    const braces = label === '' ? '' : `{#${label}}`;
    return `![${escaped(oneLine(alt), /[\\[\]]/g)}](${body}${title})${braces}`;
  },
};

/** Its text stands at the end, apart from its reference: `footnotes.ts` places it. */
export const FOOTNOTE: BlockForm = {
  fields: [{ name: 'body', label: 'Note' }],
  read: () => null,
  write: ({ body = '' }) => oneLine(body),
};
