import type { Root } from 'hast';
import { freeLabelIds, type Label, numberLabels } from '../text/labels.ts';
import { extractPlaceholders, type Kind } from '../text/placeholders.ts';
import { numberCaptions } from './captions.ts';
import type { Chemistry } from './chemistry/chemistry.ts';
import { drawStructures } from './chemistry/draw-structures.ts';
import { createChemistry } from './chemistry/rdkit.ts';
import { titleContainers } from './containers/containers.ts';
import { type DataFile, dataFilesOf } from './data-files.ts';
import { drawDoseResponse } from './dose-response/figure.ts';
import type { Drawer, DrawingContext } from './drawer.ts';
import { drawMath } from './math/draw-math.ts';
import { type TypesetFormulas, typesetFormulas as typesetInThisProcess } from './math/typeset.ts';
import type { ShownMolecule } from './molecules/post-molecules.ts';
import { drawCitations } from './references/draw-citations.ts';
import { drawCsv } from './tables/draw-csv.ts';

const DRAWERS: readonly { kinds: readonly Kind[]; draw: Drawer }[] = [
  { kinds: ['smiles', 'molfile', 'reaction'], draw: drawStructures },
  { kinds: ['csv'], draw: drawCsv },
  { kinds: ['math'], draw: drawMath },
  { kinds: ['citation'], draw: drawCitations },
  { kinds: ['dose-response'], draw: drawDoseResponse },
];

/** Processes that render few bodies load RDKit with the first structure. */
const IN_THIS_PROCESS = createChemistry();

type DrawnScience = {
  /** The labels in document order. */
  labels: Label[];
  molecules: ShownMolecule[];
  dataFiles: DataFile[];
};

type ScienceContext = Pick<DrawingContext, 'report' | 'references' | 'citationStyle'> & {
  chemistry?: Chemistry | undefined;
  typesetFormulas?: TypesetFormulas | undefined;
  /** The body as its author wrote it. */
  source: string;
};

/**
 * Draws the science of a safe tree, in place. It runs after the sanitizer, which lets no drawing of an author pass.
 */
export async function drawScience(
  tree: Root,
  {
    report,
    references,
    citationStyle,
    source,
    chemistry = IN_THIS_PROCESS,
    typesetFormulas = typesetInThisProcess,
  }: ScienceContext,
): Promise<DrawnScience> {
  titleContainers(tree);
  const { placeholders, captioned, all } = extractPlaceholders(tree);
  const labels = numberLabels(all, report);
  freeLabelIds(tree, labels);
  numberCaptions(captioned, labels);
  const molecules: ShownMolecule[] = [];
  const dataFiles = dataFilesOf(placeholders, source);
  const context = {
    report,
    labels,
    references,
    citationStyle,
    chemistry,
    typesetFormulas,
    molecules,
    dataFiles,
  };
  for (const { kinds, draw } of DRAWERS) {
    const own = placeholders.filter(({ kind }) => kinds.includes(kind));
    if (own.length > 0) await draw(own, context);
  }
  return { labels: [...labels.values()], molecules, dataFiles: [...dataFiles.values()] };
}
