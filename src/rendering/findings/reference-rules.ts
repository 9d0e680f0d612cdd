import { isDoi, type Reference, readDoi, resolvedDoi } from '../../science/references/reference.ts';
import { citationsByKey, referencesByKey } from '../../science/references/reference-list.ts';
import { quoted } from '../../text/finding.ts';
import { error, type Rules, warning } from './rule.ts';

type Cited = { references: readonly Reference[]; html: string };

export const REFERENCE_RULES: Rules<Cited> = {
  'malformed-doi': error(function* ({ references }) {
    for (const { reference, place, name } of finished(references)) {
      const doi = reference.csl?.DOI ?? resolvedDoi(reference.url);
      const message = `${name} has ${quoted(doi ?? '')}, which is not a DOI.`;
      if (doi !== null && !isDoi(doi)) yield { ...place, message };
    }
  }),
  'uncited-reference': warning(function* ({ references, html }) {
    const cited = citationsByKey(html);
    for (const { reference, place, name, isFirst } of cited.size > 0 ? finished(references) : []) {
      const message = `${name} is not cited in the text.`;
      if (isFirst && !cited.has(reference.key ?? '')) yield { ...place, message };
    }
  }),
  'duplicate-key': error(function* ({ references }) {
    for (const { reference, place, isFirst } of placed(references)) {
      if (isFirst) continue;
      const message = `Two references have the key ${reference.key}: citations lead to the first one.`;
      yield { ...place, message };
    }
  }),
  'duplicate-work': warning(function* ({ references }) {
    const names = new Map<string, string>();
    for (const { reference, place } of placed(references)) {
      // The letters of a DOI may be written large or small.
      const doi = (reference.csl?.DOI ?? readDoi(reference.url))?.toLowerCase();
      if (doi === undefined) continue;
      const name = reference.key ?? quoted(reference.title);
      const other = names.get(doi);
      const message = `${other} and ${name} are the same work (doi:${doi}): keep one of them.`;
      if (other === undefined) names.set(doi, name);
      else yield { ...place, message };
    }
  }),
};

function placed(references: readonly Reference[]) {
  const keys = referencesByKey(references);
  return references.map((reference, index) => ({
    reference,
    place: { line: 1, reference: index + 1 },
    name: quoted(reference.title || reference.url, 60),
    // Citations lead to the first reference with a key.
    isFirst: reference.key === undefined || keys.get(reference.key) === reference,
  }));
}

/** An empty reference is still being typed. */
function finished(references: readonly Reference[]) {
  return placed(references).filter(({ reference: { title, url } }) => title !== '' || url !== '');
}
