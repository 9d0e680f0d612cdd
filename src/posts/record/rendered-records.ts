import { BusyError } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { shownBody } from '../data-links.ts';
import { etagOf, type ReadPost } from '../post.ts';
import type { PublicRecord } from './records.ts';

/** All records together may occupy as many render threads as one writer. */
const OWNER = 'records';

/** A record as a post to show. Null when it cannot be rendered in time now. */
export async function renderRecord(site: Site, record: PublicRecord): Promise<ReadPost | null> {
  const { id, slug, date, version, authored, titlePrefix, notices, authors } = record;
  const { content, references, citationStyle } = authored;
  const options = { owner: OWNER, references, citationStyle };
  const body = await site.renderForReaders(content, options).catch((error: unknown) => {
    if (error instanceof BusyError) return null;
    throw error;
  });
  return (
    body && {
      ...authored,
      ...{ id, slug, date, version, etag: etagOf(record), notices, authors },
      title: titlePrefix + authored.title,
      status: 'published',
      updated_at: date,
      ...shownBody(body, id),
    }
  );
}
