import { isDoi, resolvedDoi } from '../../science/references/dois.ts';
import type { Reference } from '../../science/references/reference.ts';
import { listReferences } from '../../science/references/reference-list.ts';
import { createFindings, type Finding, quoted } from '../../text/finding.ts';
import type { RenderedBody } from '../body.ts';

/** Reports malformed DOIs, and references that a body with citations does not cite. */
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
    // An empty reference is still being typed.
    if (title === '' && url === '') continue;
    const place = { line: 1, reference: index + 1 };
    const name = quoted(title || url, 60);
    const doi = csl?.DOI ?? resolvedDoi(url);
    if (doi !== null && !isDoi(doi)) {
      report('malformed-doi', place, `${name} has ${quoted(doi)}, which is not a DOI.`, 'error');
    }
    // Citations lead to the first reference with a key: the others are reported as duplicates.
    const isFirst = key === undefined || references.findIndex((each) => each.key === key) === index;
    if (cited.size > 0 && !cited.has(reference) && isFirst) {
      report('uncited-reference', place, `${name} is not cited in the text.`);
    }
  }
  return list();
}
