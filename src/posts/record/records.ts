import type { Kysely } from 'kysely';
import { recordEvent } from '../../accounts/audit.ts';
import { forPublic } from '../../server/db/connect.ts';
import { changed, publicRecords } from '../../server/db/public-views.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import type { NamedAuthor } from '../authors/author.ts';
import { withAuthors } from '../authors/author-rows.ts';
import { isSlug } from '../post.ts';
import { findByFormerSlug, toAuthored } from '../rows.ts';
import { type LockedPost, lockPostBySlug, readVersion } from '../stored-post.ts';
import type { Notice } from './notice.ts';
import {
  type FrozenVersion,
  hashRecord,
  RECORD_FORMAT,
  recordDocument,
} from './record-document.ts';
import type { RecordMark } from './record-mark.ts';

/** A frozen version of a post that is public. */
export type PublicRecord = FrozenVersion & {
  /** The current slug of the post. */
  slug: string;
  version: number;
  /** The number of the newest record of the post. */
  latest: number;
  sha256: string;
  /** Of the file that the hash is of. */
  format: number;
  /** What is said of the post now. */
  notices: Notice[];
  titlePrefix: string;
  authors: NamedAuthor[] | undefined;
};

/**
 * Freezes the public version of a post.
 *
 * @param etag of the version that was seen: fails as a conflict when another is public by now
 * @param note what has changed since the record before
 */
export async function freezeVersion(
  { now, postChanged, db: { query, engine } }: Site,
  slug: string,
  { etag, note, by }: { etag: string; note: string; by: string },
): Promise<Result<RecordMark>> {
  const frozen = await inTransaction(query, async (trx): Promise<Result<RecordMark>> => {
    const locked = await lockPostBySlug(trx, engine, slug, etag);
    if (!locked.ok) return locked;
    const post = locked.value;
    const at = now();
    if (post.status !== 'published' || post.date > at) return NOT_PUBLIC;
    const marks = await readMarks(trx, post.id);
    const known = marks.find((mark) => mark.version === post.version);
    if (known !== undefined) return alreadyFrozen(known.number);
    const number = (marks.at(-1)?.number ?? 0) + 1;
    const mark = await freeze(trx, post, { number, date: at, note });
    const event = { at, actor: by, action: 'version-frozen', subject: post.slug } as const;
    await recordEvent(trx, { ...event, detail: `v${number}` });
    await changed(trx);
    return succeed(mark);
  });
  if (frozen.ok) postChanged();
  return frozen;
}

/** A frozen version of the post with a current or former slug, if the public may see it now. */
export async function publishedRecord(
  { now, db }: Site,
  slug: string,
  number: number,
): Promise<PublicRecord | null> {
  const wanted = slug.toLowerCase();
  if (!isSlug(wanted)) return null;
  const find = (column: 'slug' | 'id', value: string) =>
    publicRecords(forPublic(db).query, now())
      .selectAll()
      .where(column, '=', value)
      .where('number', '=', number)
      .executeTakeFirst();
  let row = await find('slug', wanted);
  if (row === undefined) {
    const id = await findByFormerSlug(forPublic(db).query, wanted);
    row = id === null ? undefined : await find('id', id);
  }
  if (row === undefined) return null;
  const { frozen_at: date, note, id, format, sha256, version, latest } = row;
  const { status: _, ...authored } = toAuthored({ ...row, published_at: null });
  const [named] = await withAuthors(forPublic(db).query, [authored]);
  return {
    ...{ id, number, date, note, authored, slug: row.slug, version, latest, sha256, format },
    notices: JSON.parse(row.notices),
    titlePrefix: row.title_prefix,
    authors: named?.authors,
  };
}

async function freeze(
  trx: Kysely<Tables>,
  post: LockedPost,
  frozen: { number: number; date: string; note: string },
): Promise<RecordMark> {
  const { id, version } = post;
  const { status: _, ...authored } = toAuthored(await readVersion(trx, post));
  const sha256 = hashRecord(recordDocument({ id, ...frozen, authored }, RECORD_FORMAT));
  const mark = { ...frozen, version, sha256, title: authored.title, author: authored.author };
  await insertRecord(trx, id, { ...mark, format: RECORD_FORMAT });
  return mark;
}

/** The frozen versions of a post, oldest first. */
export async function readMarks(
  query: Kysely<Tables>,
  id: string,
): Promise<(RecordMark & StoredRecord)[]> {
  return query
    .selectFrom('post_records')
    .innerJoin('post_versions', (join) =>
      join
        .onRef('post_versions.post_id', '=', 'post_records.post_id')
        .onRef('post_versions.version', '=', 'post_records.version'),
    )
    .select(['number', 'post_records.version', 'frozen_at as date', 'note', 'sha256'])
    .select(['format', 'title', 'author'])
    .where('post_records.post_id', '=', id)
    .orderBy('number')
    .execute();
}

/** A record as it is stored beside the version that it is of. */
export type StoredRecord = Omit<RecordMark, 'title' | 'author'> & { format: number };

export async function insertRecord(
  trx: Kysely<Tables>,
  id: string,
  { number, version, date, note, sha256, format }: StoredRecord,
): Promise<void> {
  await trx
    .insertInto('post_records')
    .values({ post_id: id, number, version, frozen_at: date, note, format, sha256 })
    .execute();
}

const NOT_PUBLIC = fail({
  kind: 'conflict',
  detail: 'Only a version that readers can see can be frozen. Publish the post first.',
});

function alreadyFrozen(number: number): Result<never> {
  return fail({ kind: 'conflict', detail: `This version is already frozen, as v${number}.` });
}
