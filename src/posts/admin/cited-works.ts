import { caller } from '../../admin/caller.ts';
import type { citedWorks } from '../api/cited-works.ts';

const api = caller<typeof citedWorks>();

/** Works that the site's posts cite, by words of key, title, authors or year, or a DOI; without any, those of the newest posts. */
export function searchCitedWorks(q: string) {
  return api('GET', '/admin/references', { query: { q: q.trim().slice(0, 200) } });
}
