import type { CslItem } from './csl.ts';

/** The number by which a preprint is found; empty for what has none. */
export function arxivText({ archive, archive_location: id }: CslItem): string {
  return archive === 'arXiv' && id !== undefined ? `arXiv:${id}` : '';
}
