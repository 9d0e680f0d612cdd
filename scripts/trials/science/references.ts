import type { CslItem } from '../../../src/science/references/csl.ts';
import { formatReference } from '../../../src/science/references/format-reference.ts';
import type { CitationStyle } from '../../../src/science/references/reference.ts';
import { runsText } from '../../../src/science/references/runs.ts';
import { CHICAGO, CHICAGO_DIFFERENCES } from '../../../test/chicago-references.ts';
import { NLM, NLM_DIFFERENCES } from '../../../test/nlm-references.ts';

type Compared = { count: number; known: number; differences: string[] };

/** Compares references with those that another program, or the keepers of the style, print of the same records. */
export function compareReferences(): Record<string, Compared> {
  return {
    'by author and date': compare('author-date', CHICAGO, CHICAGO_DIFFERENCES),
    numbered: compare('numbered', NLM, NLM_DIFFERENCES),
  };
}

function compare(
  style: CitationStyle,
  samples: readonly (readonly [record: CslItem, printed: string])[],
  known: Readonly<Record<string, string>>,
): Compared {
  const unlike = samples
    .map(([csl, expected]) => ({ csl, expected, printed: print(csl, style) }))
    .filter(({ expected, printed }) => expected !== printed);
  const differences = unlike
    .filter(({ csl, printed }) => !printed.includes(known[csl.title ?? ''] ?? '\n'))
    .map(({ expected, printed }) => `${printed} is not ${expected}`);
  return { count: samples.length, known: unlike.length - differences.length, differences };
}

function print(csl: CslItem, style: CitationStyle): string {
  const reference = { title: '', url: '', description: '', type: 'article' as const, csl };
  return runsText(formatReference(reference, style) ?? []);
}
