import type { Root } from 'mdast';
import type { Report } from '../text/finding.ts';
import { readContainers } from './containers/markdown-containers.ts';
import { readFences } from './markdown-fences.ts';
import { readFigures } from './markdown-figures.ts';
import { readTableCaptions } from './markdown-table-captions.ts';
import { readMath } from './math/read-math.ts';

/** A line that begins with a colon and a space, also in a quotation. */
const CAPTION = /^[ \t>]*:[ \t]/m;

/**
 * Reads science in parsed Markdown, in place: fences, roles and formulas to placeholders, labelled pictures and
 * captions of tables to labelled elements.
 *
 * @param source that the tree was parsed from
 */
export function readScience(tree: Root, source: string, report: Report): void {
  // Most texts have none of it, and each walk takes a hundredth of the time of a text.
  if (source.includes(':::')) readContainers(tree, report);
  // Before the rest: what a caption holds is read with the rest of the text.
  if (source.includes('{')) readFigures(tree, source, report);
  if (CAPTION.test(source)) readTableCaptions(tree, source, report);
  readFences(tree, source, report);
  if (source.includes('$')) readMath(tree, report);
}
