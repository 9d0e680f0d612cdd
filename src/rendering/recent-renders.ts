import type { RenderBody, RenderedBody } from './body.ts';

/** Bodies of the writers of this moment. */
const MAX_BODIES = 4;

/** UTF-16 code units. Longer bodies are not kept: with its markup each takes several megabytes. */
const MAX_LENGTH = 500_000;

/**
 * Renders a body that was rendered a moment ago no second time: what is saved was previewed, and what was saved is
 * previewed.
 *
 * @param render deterministic
 */
export function reuseRecentRenders(render: RenderBody): RenderBody {
  /** The order is that from the least to the most recently used. */
  const recent = new Map<string, RenderedBody>();

  function keep(key: string, body: RenderedBody) {
    recent.delete(key);
    recent.set(key, body);
    const [oldest] = recent.keys();
    if (recent.size > MAX_BODIES && oldest !== undefined) recent.delete(oldest);
  }

  return async (content, options) => {
    const { references = [], citationStyle = 'numbered', glossary } = options ?? {};
    const key = JSON.stringify([references, citationStyle, glossary?.revision, content]);
    const body = recent.get(key) ?? (await render(content, options));
    if (body !== null && content.length <= MAX_LENGTH) keep(key, body);
    return body;
  };
}
