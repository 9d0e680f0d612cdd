import type { Kysely } from 'kysely';
import { recordEvent } from '../../accounts/audit.ts';
import { changed, forPublic, publicRecords } from '../../server/db/public-views.ts';
import type { Tables } from '../../server/db/tables.ts';
import { BusyError, fail, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { withAuthors } from '../authors/author-rows.ts';
import { shownBody } from '../data-links.ts';
import { etagOf, type ReadPost } from '../post.ts';
import { findPublicId } from '../public-posts.ts';
import { changePost, toVersionInput } from '../stored-post.ts';
import type { Notice } from './notice.ts';
import { hashRecord, RECORD_FORMAT, recordDocument } from './record-document.ts';
import type { RecordMark } from './record-mark.ts';

export type PublicRecord = NonNullable<Awaited<ReturnType<typeof publishedRecord>>>;

/**
 * Freezes the public version of a post.
 *
 * @param etag of the version that was seen: fails as a conflict when another is public by now
 * @param note what has changed since the record before
 */
export async function freezeVersion(
  site: Site,
  slug: string,
  { etag, note, by }: { etag: string; note: string; by: string },
): Promise<Result<RecordMark>> {
  return changePost(site, slug, etag, async (trx, post) => {
    const at = site.now();
    if (post.status !== 'published' || post.date > at) return NOT_PUBLIC;
    const { id, version } = post;
    const marks = await readMarks(trx, id);
    const known = marks.find((mark) => mark.version === version);
    if (known !== undefined) {
      const detail = `This version is already frozen, as v${known.number}.`;
      return fail({ kind: 'conflict', detail });
    }
    const number = (marks.at(-1)?.number ?? 0) + 1;
    const row = await trx
      .selectFrom('post_versions')
      .selectAll()
      .where('post_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    const frozen = { number, date: at, note };
    const document = { id, ...frozen, authored: toVersionInput(row) };
    const sha256 = hashRecord(recordDocument(document, RECORD_FORMAT));
    const record = { number, version, frozen_at: at, note, format: RECORD_FORMAT, sha256 };
    await trx
      .insertInto('post_records')
      .values({ post_id: id, ...record })
      .execute();
    const event = { at, actor: by, action: 'version-frozen', subject: post.slug } as const;
    await recordEvent(trx, { ...event, detail: `v${number}` });
    await changed(trx);
    return succeed({ ...frozen, version, sha256, title: row.title, author: row.author });
  });
}

export async function publishedRecord(site: Site, slug: string, number: number) {
  const { query } = forPublic(site.db);
  const postId = await findPublicId(site, slug);
  const row = await publicRecords(query, site.now())
    .selectAll()
    .where('id', '=', postId ?? '')
    .where('number', '=', number)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { frozen_at: date, note, id, format, sha256, version, latest, title_prefix } = row;
  const authored = toVersionInput({ ...row, published_at: null });
  const [named] = await withAuthors(query, [authored]);
  const notices: Notice[] = JSON.parse(row.notices);
  const shown = { notices, titlePrefix: title_prefix, authors: named?.authors };
  return {
    ...{ id, number, date, note, authored, slug: row.slug },
    ...{ version, latest, sha256, format, ...shown },
  };
}

/** All records together may occupy as many render threads as one writer. */
const OWNER = 'records';

/** Null when it cannot be rendered in time now. */
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

export async function readMarks(query: Kysely<Tables>, id: string): Promise<RecordMark[]> {
  return query
    .selectFrom('post_records')
    .innerJoin('post_versions', (join) =>
      join
        .onRef('post_versions.post_id', '=', 'post_records.post_id')
        .onRef('post_versions.version', '=', 'post_records.version'),
    )
    .select(['number', 'post_records.version', 'frozen_at as date', 'note', 'sha256'])
    .select(['title', 'author'])
    .where('post_records.post_id', '=', id)
    .orderBy('number')
    .execute();
}

const NOT_PUBLIC = fail({
  kind: 'conflict',
  detail: 'Only a version that readers can see can be frozen. Publish the post first.',
});
