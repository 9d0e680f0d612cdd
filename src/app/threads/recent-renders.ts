import { LRUCache } from 'lru-cache';
import type { RenderBody, RenderedBody } from '../../rendering/body.ts';

const MAX_BODIES = 4;

/** UTF-16 code units. Longer bodies are not cached: with its markup each takes several megabytes. */
const MAX_LENGTH = 500_000;

/**
 * A text is usually previewed before it is saved, and again afterwards.
 *
 * @param render deterministic
 */
export function reuseRecentRenders(render: RenderBody): RenderBody {
  const recent = new LRUCache<string, RenderedBody>({ max: MAX_BODIES });

  return async (content, options) => {
    if (content.length > MAX_LENGTH) return render(content, options);
    const key = keyOf(content, options);
    const body = recent.get(key) ?? (await render(content, options));
    if (body !== null) recent.set(key, body);
    return body;
  };
}

/**
 * Callers who need the same body at once share one rendering, which has the owner of the first. Not for callers who give up:
 * all of them would.
 *
 * @param render deterministic
 */
export function shareRenders(render: RenderBody): RenderBody {
  const underWay = new Map<string, ReturnType<RenderBody>>();

  return (content, options) => {
    const key = keyOf(content, options);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const rendering = render(content, options).finally(() => underWay.delete(key));
    underWay.set(key, rendering);
    return rendering;
  };
}

function keyOf(...[content, options = {}]: Parameters<RenderBody>): string {
  const { references = [], citationStyle = 'numbered' } = options;
  return JSON.stringify([references, citationStyle, content]);
}
