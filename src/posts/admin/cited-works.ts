import { sendSigned } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import type { citedWorks } from '../api/cited-works.ts';

/** @param signal ends the search on the server, too, which may read all posts */
export function searchCitedWorks(q: string, signal: AbortSignal) {
  const api = caller<typeof citedWorks>((method, path, options) =>
    sendSigned(method, path, { ...options, signal }),
  );
  return api('GET', '/admin/references', { query: { q: q.trim().slice(0, 200) } });
}
