import { LRUCache } from 'lru-cache';
import type { RenderBody, RenderedBody } from './body.ts';

/** Cached bodies. */
const MAX_BODIES = 4;

/** UTF-16 code units. Longer bodies are not cached: with its markup each takes several megabytes. */
const MAX_LENGTH = 500_000;

/**
 * Caches the most recent renderings: a text is usually previewed before it is saved, and again afterwards.
 *
 * @param render deterministic
 */
export function reuseRecentRenders(render: RenderBody): RenderBody {
  const recent = new LRUCache<string, RenderedBody>({ max: MAX_BODIES });

  return async (content, options) => {
    const { references = [], citationStyle = 'numbered', glossary } = options ?? {};
    const key = JSON.stringify([references, citationStyle, glossary?.revision, content]);
    const body = recent.get(key) ?? (await render(content, options));
    if (body !== null && content.length <= MAX_LENGTH) recent.set(key, body);
    return body;
  };
}
