import { quoted, type Report } from '../../text/finding.ts';
import { readDoi } from './dois.ts';
import type { Reference } from './reference.ts';

/** Reports keys that several references have, and works that stand in the list twice. */
export function checkKeys(references: readonly Reference[], report: Report): void {
  checkDuplicateWorks(references, report);
  const seen = new Set<string>();
  for (const [index, { key }] of references.entries()) {
    if (key === undefined) continue;
    if (seen.has(key)) {
      const message = `Two references have the key ${key}: citations lead to the first one.`;
      report('duplicate-key', { line: 1, reference: index + 1 }, message, 'error');
    }
    seen.add(key);
  }
}

/** Compares works by their DOIs, whose letters may be written large or small. */
function checkDuplicateWorks(references: readonly Reference[], report: Report): void {
  const works = new Map<string, string>();
  for (const [index, { csl, url, key, title }] of references.entries()) {
    const doi = (csl?.DOI ?? readDoi(url))?.toLowerCase();
    const name = key ?? quoted(title);
    const other = doi === undefined ? undefined : works.get(doi);
    if (doi !== undefined && other === undefined) works.set(doi, name);
    if (other === undefined) continue;
    const message = `${other} and ${name} are the same work (doi:${doi}): keep one of them.`;
    report('duplicate-work', { line: 1, reference: index + 1 }, message);
  }
}
