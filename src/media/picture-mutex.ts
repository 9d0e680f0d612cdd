import { perSite } from '../server/per-site.ts';
import type { Site } from '../site.ts';

/** Runs tasks one after another. */
function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

/** One upload or removal of a picture at a time. */
export const runExclusive = perSite((_site: Site) => createMutex());
