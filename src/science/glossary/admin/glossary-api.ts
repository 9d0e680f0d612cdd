import { sendSigned } from '../../../admin/api.ts';
import type { Term, TermFields, UsedTerm } from '../term.ts';

/** The REST API of the glossary. */

const GLOSSARY = '/api/admin/glossary';

export function readGlossary() {
  return sendSigned<{ terms: UsedTerm[] }>('GET', GLOSSARY);
}

export function addTerm(fields: TermFields) {
  return sendSigned<Term>('POST', GLOSSARY, fields);
}

export function editTerm(seen: Pick<Term, 'id' | 'version'>, fields: TermFields) {
  return sendSigned<Term>('PUT', termUrl(seen), fields);
}

export function removeTerm(seen: Pick<Term, 'id' | 'version'>) {
  return sendSigned<void>('DELETE', termUrl(seen));
}

function termUrl({ id, version }: Pick<Term, 'id' | 'version'>): string {
  return `${GLOSSARY}/${encodeURIComponent(id)}?version=${version}`;
}
