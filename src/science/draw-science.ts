import type { Root } from 'hast';
import {
  extractPlaceholders,
  freeLabelIds,
  type Kind,
  numberLabels,
} from '../text/placeholders.ts';
import { drawStructures } from './chemistry/draw-structures.ts';
import { titleContainers } from './containers/containers.ts';
import { drawDoseResponse } from './dose-response/figure.ts';
import type { BlockDrawer, Drawer, DrawingContext } from './drawer.ts';
import { dataFilesOf, numberCaptions } from './drawer.ts';
import { drawMath } from './math/draw-math.ts';
import type { ShownMolecule } from './molecules/molecules.ts';
import { drawCitations } from './references/draw-citations.ts';
import { drawCsv } from './tables/csv.ts';

const DRAWERS: readonly { kinds: readonly Kind[]; draw: Drawer }[] = [
  { kinds: ['smiles', 'molfile', 'reaction'], draw: drawStructures },
  { kinds: ['csv'], draw: eachBlock(drawCsv) },
  { kinds: ['math'], draw: drawMath },
  { kinds: ['citation'], draw: drawCitations },
  { kinds: ['dose-response'], draw: eachBlock(drawDoseResponse) },
];

function eachBlock(draw: BlockDrawer): Drawer {
  return async (elements, context) => {
    for (const element of elements) if (element.isBlock) element.replace([draw(element, context)]);
  };
}

/**
 * It runs after the sanitizer, which lets no drawing of an author pass.
 *
 * @param source the body as its author wrote it
 */
export async function drawScience(
  tree: Root,
  source: string,
  given: Omit<DrawingContext, 'labels' | 'molecules' | 'dataFiles'>,
) {
  titleContainers(tree);
  const all = extractPlaceholders(tree);
  const placeholders = all.filter((each) => 'kind' in each);
  const labels = numberLabels(all, given.report);
  freeLabelIds(tree, labels);
  numberCaptions(all.filter((each) => 'element' in each));
  const molecules: ShownMolecule[] = [];
  const dataFiles = dataFilesOf(placeholders, source);
  for (const { kinds, draw } of DRAWERS) {
    const own = placeholders.filter(({ kind }) => kinds.includes(kind));
    if (own.length > 0) await draw(own, { ...given, labels, molecules, dataFiles });
  }
  return { labels: [...labels.values()], molecules, dataFiles: [...dataFiles.values()] };
}
