import type { BodyFormat } from '../../../rendering/body.ts';
import { encloseLines, insertBlock } from './blocks.ts';
import { type Mark, toggleMark } from './inline-marks.ts';
import { type Range, type TextEdit, wholeLines } from './text-edit.ts';

/** Science that stands in a line of text, or on lines of its own. */
type ScienceSyntax = {
  mark: Mark;
  block: [before: string, after: string];
  /** The lines of a new block, to be replaced by the writer's. */
  example: string;
};

type Science = 'formula' | 'structure';

const html = (kind: string): Pick<ScienceSyntax, 'mark' | 'block'> => ({
  mark: { open: `<code data-science="${kind}">`, close: '</code>' },
  block: [`<pre><code data-science="${kind}">`, '</code></pre>'],
});

const FORMULA = 'E = mc^2';
/** The name is part of the line, so that a structure typed over it takes no wrong name. */
const STRUCTURE = 'CC(=O)Oc1ccccc1C(=O)O Aspirin';

const SYNTAX: Record<BodyFormat, Record<Science, ScienceSyntax>> = {
  markdown: {
    formula: { mark: { open: '$', close: '$' }, block: ['$$', '$$'], example: FORMULA },
    structure: {
      mark: { open: '{smiles}`', close: '`' },
      block: ['```smiles', '```'],
      example: STRUCTURE,
    },
  },
  html: {
    formula: { ...html('math'), example: FORMULA },
    structure: { ...html('smiles'), example: STRUCTURE },
  },
};

/** Lines of science on a blank line and of several lines, and science in the line of text elsewhere. */
export function markScience(
  science: Science,
  text: string,
  selection: Range,
  language: BodyFormat,
): TextEdit {
  const { mark, block, example } = SYNTAX[language][science];
  const [before, after] = block;
  const { start, end } = wholeLines(text, selection);
  if (text.slice(start, end).trim() === '') {
    return insertBlock(text, selection, `${before}\n${example}\n${after}`, example);
  }
  const isOfLines = text.slice(selection.start, selection.end).trim().includes('\n');
  return isOfLines
    ? encloseLines(text, selection, { before, after })
    : toggleMark(text, selection, { marks: [mark], isOfParts: true });
}
