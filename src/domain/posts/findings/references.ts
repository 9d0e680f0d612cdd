import { listReferences } from '../../science/references/reference-list.ts';
import type { RenderedBody } from '../body.ts';
import type { Reference } from '../post.ts';
import { createFindings, type Finding, quoted } from './finding.ts';

/** DOI Handbook, section 2.2: a prefix of a registrant, a slash, and any suffix. */
const DOI = /^10(?:\.\d{4,9}(?:\.\d+)*\/\S+|\/[a-z0-9]{3,10})$/i;
const RESOLVER = /^https?:\/\/(?:dx\.)?doi\.org\/+(.*)$/i;

/** References have no line of their own: these findings are told at the first one. */
const PLACE = { line: 1 };

/** Reports DOIs that are none, and references that a body with citations does not cite. */
export function findReferenceProblems(
  references: readonly Reference[],
  { html }: Pick<RenderedBody, 'html'>,
): Finding[] {
  const { report, list } = createFindings();
  const cited = new Set(
    listReferences(html, references, 'numbered').flatMap(({ reference, citations }) =>
      citations.length > 0 ? [reference] : [],
    ),
  );
  for (const [index, reference] of references.entries()) {
    const { title, url, csl, key } = reference;
    // It is being typed.
    if (title === '' && url === '') continue;
    const name = `Reference ${index + 1} (${quoted(title || url, 60)})`;
    const doi = csl?.DOI ?? doiOf(url);
    if (doi !== null && !DOI.test(doi)) {
      report('malformed-doi', PLACE, `${name} has ${quoted(doi)}, which is no DOI.`, 'error');
    }
    // Citations lead to the first reference with a key: another one is told as a duplicate.
    const isFirst = key === undefined || references.findIndex((each) => each.key === key) === index;
    if (cited.size > 0 && !cited.has(reference) && isFirst) {
      report('uncited-reference', PLACE, `${name} is not cited in the text.`);
    }
  }
  return list();
}

function doiOf(url: string): string | null {
  const written = RESOLVER.exec(url)?.[1];
  if (written === undefined) return null;
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
