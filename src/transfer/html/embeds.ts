import type { Note } from '../source.ts';
import { codeRanges, rangeFinder } from '../text/code-ranges.ts';
import { escapeHtml } from './escape-html.ts';

/** Replaces embedded pages and videos by links: the sanitizer would remove them. Those in code are text. */
export function linkEmbeds(
  html: string,
  format: 'markdown' | 'html',
): { html: string; notes: Note[] } {
  if (!/<(?:iframe|embed)\b/i.test(html)) return { html, notes: [] };
  const hosts = new Set<string>();
  const isCode = rangeFinder(format === 'markdown' ? codeRanges(html) : []);
  const linked = html.replace(EMBEDDED, (whole, _tag, attributes: string, at: number) => {
    if (isCode(at)) return whole;
    const [, double, single] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? [];
    const url = URL.parse(
      (double ?? single ?? '').replace(/&(?:amp|#38|#x26);/g, '&').replace(/^\/\//, 'https://'),
    );
    if (url === null || !/^https?:$/.test(url.protocol)) return whole;
    hosts.add(url.host);
    const href = escapeHtml(watchUrl(url));
    return `<a href="${href}">${href}</a>`;
  });
  if (hosts.size === 0) return { html, notes: [] };
  const message = `Embedded pages were converted to links: ${[...hosts].join(', ')}.`;
  return { html: linked, notes: [{ kind: 'changed', message }] };
}

const EMBEDDED = /<(iframe|embed)\b([^<>]*)>(?:[^<]*<\/\1>)?/gi;

/** Returns the page of a video for its player. */
function watchUrl(url: URL): string {
  // Embedly, which Medium embeds by, shows the page of this parameter.
  const shown =
    url.host === 'cdn.embedly.com' ? URL.parse(url.searchParams.get('url') ?? '') : null;
  if (shown !== null && /^https?:$/.test(shown.protocol)) return shown.href;
  const [, youtube] = /^\/(?:embed|v)\/([\w-]+)(?:&|$)/.exec(url.pathname) ?? [];
  if (youtube !== undefined && /(?:^|\.)youtube(?:-nocookie)?\.com$/.test(url.host)) {
    return `https://www.youtube.com/watch?v=${youtube}`;
  }
  const [, vimeo] = /^\/video\/(\d+)$/.exec(url.pathname) ?? [];
  if (vimeo !== undefined && url.host === 'player.vimeo.com') return `https://vimeo.com/${vimeo}`;
  return url.href;
}
