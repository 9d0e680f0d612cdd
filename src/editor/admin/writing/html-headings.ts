import type { HeadingLevel } from './blocks.ts';
import { type Range, replace, type TextEdit, wholeLines } from './text-edit.ts';

/** A line that is one paragraph or heading. */
const ELEMENT = /^(\s*)<(p|h[1-6])\b([^>]*)>(.*)<\/\2>(\s*)$/i;

/** Makes the selected lines of HTML headings of a level; makes them paragraphs when all of them are. */
export function toggleHtmlHeading(text: string, selection: Range, level: HeadingLevel): TextEdit {
  const region = wholeLines(text, selection);
  const lines = text.slice(region.start, region.end).split('\n');
  const isBlank = lines.every((line) => line.trim() === '');
  const isText = (line: string) => isBlank || line.trim() !== '';
  const name = `h${level}`;
  const nameOf = (line: string) => ELEMENT.exec(line)?.[2]?.toLowerCase();
  const isMade = !isBlank && lines.every((line) => !isText(line) || nameOf(line) === name);
  const written = lines.map((line) => {
    if (!isText(line)) return line;
    const [, space = '', , attributes = '', inside = line, end = ''] = ELEMENT.exec(line) ?? [];
    const next = isMade ? 'p' : name;
    return `${space}<${next}${attributes}>${inside}</${next}>${end}`;
  });
  const block = written.join('\n');
  if (selection.start !== selection.end) {
    return replace(region, block, { start: 0, end: block.length });
  }
  const [before = '', after = ''] = [lines[0], written[0]];
  const caret = selection.start - region.start + after.indexOf('>') - openingEnd(before);
  const within = Math.min(Math.max(caret, after.indexOf('>') + 1), after.lastIndexOf('</'));
  return replace(region, block, { start: within, end: within });
}

/** The offset of the end of a line's opening tag; -1 without one. */
function openingEnd(line: string): number {
  return ELEMENT.test(line) ? line.indexOf('>') : -1;
}
