import { isDoi } from '../../science/references/dois.ts';
import { quoted, type Report } from '../../text/finding.ts';
import type { Prose } from './prose.ts';

/** A note to oneself begins a text, stands in brackets, or has a colon: changelogs speak of such notes. */
const UNFINISHED =
  /(?:^|[[(])\s{0,3}(?:TODO|FIXME|XXX)\b|\b(?:TODO|FIXME)(?=\s?:|[.!?]?\s{0,3}$)|\bTBD\b|\bXXX?(?=\s(?:[nµm]M|%))|Lorem ipsum|\?\?\?|\[citation needed\]/g;
const DOI_TEXT = /(?<![\w/.])doi:?\s?(?=\d)(\S{3,200})/gi;

/** Reports what was left to be written, and DOIs that are none. */
export function findNotesAndDois(all: readonly Prose[], report: Report): void {
  for (const { text, lineAt } of all) {
    for (const { 0: written, index } of text.matchAll(UNFINISHED)) {
      const message = `${quoted(written)} is still to be written.`;
      report('left-to-write', { line: lineAt(index) }, message);
    }
    for (const { 1: written = '', index } of text.matchAll(DOI_TEXT)) {
      const doi = written.replace(/[.,;:)\]]+$/, '');
      if (isDoi(doi)) continue;
      report('malformed-doi', { line: lineAt(index) }, `${quoted(doi)} is not a DOI.`);
    }
  }
}
