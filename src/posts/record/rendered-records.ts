import { LRUCache } from 'lru-cache';
import { RENDERER } from '../../rendering/renderer.ts';
import { BusyError } from '../../server/failure.ts';
import { perSite } from '../../server/per-site.ts';
import type { Site } from '../../site.ts';
import { addressDataLinks } from '../../text/data-links.ts';
import { readingTime } from '../../text/word-count.ts';
import { etagOf, type ReadPost } from '../post.ts';
import type { PublicRecord } from './records.ts';

/** All records together may occupy as many render threads as one writer. */
const OWNER = 'records';
/** Of HTML, in UTF-16 code units. */
const CACHE_LENGTH = 8 * 1024 * 1024;

type Rendered = { html: string; words: number };

const renderedRecords = perSite(
  (_site: Site) =>
    new LRUCache<string, Rendered>({
      maxSize: CACHE_LENGTH,
      sizeCalculation: ({ html }) => html.length + 1,
    }),
);

/** A record as a post to show. Null when it cannot be rendered in time now. */
export async function renderRecord(site: Site, record: PublicRecord): Promise<ReadPost | null> {
  const key = `${RENDERER} ${record.sha256}`;
  const cache = renderedRecords(site);
  const rendered = cache.get(key) ?? (await renderBody(site, record.authored));
  if (rendered === null) return null;
  cache.set(key, rendered);
  const { id, slug, date, version, authored, titlePrefix, notices, authors } = record;
  return {
    ...authored,
    ...{ id, slug, date, version, etag: etagOf(record), notices, authors },
    title: titlePrefix + authored.title,
    status: 'published',
    updated_at: date,
    readingTime: readingTime(rendered.words),
    contentHtml: addressDataLinks(rendered.html, id),
  };
}

async function renderBody(
  { renderForReaders }: Site,
  authored: PublicRecord['authored'],
): Promise<Rendered | null> {
  const { content, references, citationStyle } = authored;
  try {
    const body = await renderForReaders(content, { owner: OWNER, references, citationStyle });
    return body && { html: body.html, words: body.words };
  } catch (error) {
    if (error instanceof BusyError) return null;
    throw error;
  }
}
