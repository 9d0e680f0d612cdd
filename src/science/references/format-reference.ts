import { chicago } from './chicago.ts';
import { workType } from './normalize-csl.ts';
import type { CitationStyle, Reference } from './reference.ts';
import type { Run } from './runs.ts';
import { vancouver } from './vancouver.ts';

/**
 * A reference as a list shows it: by the rules of NLM's Citing Medicine where citations are numbers, and by those of the
 * Chicago Manual of Style where they are author and year.
 *
 * @param suffix of the year, which tells works of one author and year apart: `a`
 * @returns null for a reference of which no more than title and URL is known
 */
export function formatReference(
  reference: Reference,
  style: CitationStyle,
  suffix = '',
): Run[] | null {
  if (reference.csl === undefined) return null;
  // Records of before may be of other types.
  const csl = { ...reference.csl, type: workType(reference.csl.type) };
  const title: Run = { text: reference.title || csl.title || reference.url, role: 'title' };
  return style === 'numbered' ? vancouver(csl, title) : chicago(csl, title, suffix);
}
