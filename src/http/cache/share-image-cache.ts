import { LRUCache } from 'lru-cache';
import type {
  DrawShareImage,
  Picture,
  ShareSubject,
} from '../../domain/share-images/share-image.ts';

/**
 * An LRU cache of at most `maxBytes`. Concurrent requests for the same image share one drawing;
 * failures are not cached.
 */
export function cacheShareImages(draw: DrawShareImage, maxBytes: number): DrawShareImage {
  const cache = new LRUCache<string, Picture, ShareSubject>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: (_key, _stale, { context }) => draw(context),
    // An image that is evicted while it is drawn is sent all the same.
    ignoreFetchAbort: true,
  });
  return (subject) => cache.forceFetch(JSON.stringify(subject), { context: subject });
}
