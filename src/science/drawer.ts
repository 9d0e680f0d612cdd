import type { Element } from 'hast';
import { capitalized, type Report } from '../text/finding.ts';
import { h, text } from '../text/hast.ts';
import type { Label } from '../text/labels.ts';
import type { Placeholder } from '../text/placeholders.ts';
import type { Chemistry } from './chemistry/chemistry.ts';
import type { DataFile } from './data-files.ts';
import type { TypesetFormulas } from './math/typeset.ts';
import type { ShownMolecule } from './molecules/post-molecules.ts';
import type { CitationStyle, Reference } from './references/reference.ts';

/** The body around the placeholders that a drawer replaces. */
export type DrawingContext = {
  report: Report;
  labels: ReadonlyMap<string, Label>;
  references: readonly Reference[];
  citationStyle: CitationStyle;
  chemistry: Chemistry;
  typesetFormulas: TypesetFormulas;
  /** Drawers add what they draw, in document order. */
  molecules: ShownMolecule[];
  /** What readers can download of a block. */
  dataFiles: ReadonlyMap<Placeholder, DataFile>;
};

/**
 * Draws all elements of some kinds in a body, in document order, by calling `replace` of each: by one element for a
 * block, by phrasing content in a line of text. What cannot be drawn is reported with its line and shown as its
 * source (`drawFailure`).
 */
export type Drawer = (elements: readonly Placeholder[], context: DrawingContext) => Promise<void>;

/** An element that cannot be drawn: its source, and for a block the message below it. */
export function drawFailure({ source, isBlock }: Placeholder, message: string): Element {
  const code = h('code', isBlock ? {} : { title: message }, text(source));
  if (!isBlock) return code;
  return h(
    'figure',
    { className: ['drawing-failure'] },
    h('pre', {}, code),
    h('figcaption', {}, message),
  );
}

/** What is wrong in a line of a block, which counts from 1; the message begins in lower case and has no full stop. */
export type Problem = { line: number; code: string; message: string };

/** Reports all problems of a block, and draws it with the first of them. */
export function drawProblems(
  block: Placeholder,
  problems: readonly Problem[],
  { report }: Pick<DrawingContext, 'report'>,
): Element {
  const located = problems.map((problem) => ({ ...problem, line: block.line + problem.line - 1 }));
  for (const { line, code, message } of located) {
    report(code, { line }, `${capitalized(message)}.`, 'error');
  }
  const [first] = located;
  return drawFailure(block, `Line ${first?.line}: ${first?.message}.`);
}
