import type { Element } from 'hast';
import type { Report } from '../text/finding.ts';
import type { InertElement } from '../text/inert.ts';
import type { Label } from '../text/labels.ts';
import type { Chemistry } from './chemistry/chemistry.ts';
import type { DataFile } from './data-files.ts';
import type { DrawFormulas } from './math/formula-picture.ts';
import type { ShownMolecule } from './molecules/post-molecules.ts';
import type { CitationStyle, Reference } from './references/reference.ts';

/** What drawers know of the body around the elements that they draw. */
export type DrawingContext = {
  report: Report;
  labels: ReadonlyMap<string, Label>;
  references: readonly Reference[];
  citationStyle: CitationStyle;
  chemistry: Chemistry;
  drawFormulas: DrawFormulas;
  /** Drawers add what they draw, in document order. */
  molecules: ShownMolecule[];
  /** What readers can download of a block. */
  dataFiles: ReadonlyMap<InertElement, DataFile>;
};

/**
 * Draws all elements of some kinds in a body, in document order, by calling `replace` of each: by one element for a
 * block, by phrasing content in a line of text. What cannot be drawn is reported with its line and shown as its
 * source (`drawFailure`).
 */
export type Drawer = (elements: readonly InertElement[], context: DrawingContext) => Promise<void>;

/** An element that cannot be drawn: its source, and for a block the message below it. */
export function drawFailure({ source, isBlock }: InertElement, message: string): Element {
  const code: Element = {
    type: 'element',
    tagName: 'code',
    properties: isBlock ? {} : { title: message },
    children: [{ type: 'text', value: source }],
  };
  if (!isBlock) return code;
  return {
    type: 'element',
    tagName: 'figure',
    properties: { className: ['drawing-failure'] },
    children: [
      { type: 'element', tagName: 'pre', properties: {}, children: [code] },
      {
        type: 'element',
        tagName: 'figcaption',
        properties: {},
        children: [{ type: 'text', value: message }],
      },
    ],
  };
}
