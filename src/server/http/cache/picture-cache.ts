import { LRUCache } from 'lru-cache';

type Picture = Uint8Array<ArrayBuffer>;

/**
 * An LRU cache of at most `maxBytes` of pictures by what they show, as JSON, which counts too: a drawing can be larger than
 * its picture. Concurrent requests for the same picture share one drawing; failures are not cached.
 */
export function cachePictures<Subject>(
  draw: (subject: Subject) => Promise<Picture>,
  maxBytes: number,
): (subject: Subject) => Promise<Picture> {
  const cache = new LRUCache<string, Picture, { subject: Subject }>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }, key) => byteLength + key.length,
    fetchMethod: (_key, _stale, { context }) => draw(context.subject),
    // A picture that is evicted while it is drawn is sent all the same.
    ignoreFetchAbort: true,
  });
  return (subject) => cache.forceFetch(JSON.stringify(subject), { context: { subject } });
}
