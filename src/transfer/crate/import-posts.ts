import type {
  createTakingOver,
  OtherSitesVersion,
  OtherVersions,
  WriteOver,
} from '../../posts/taking-over.ts';
import type { Database } from '../../server/db/connect.ts';
import type { Result } from '../../server/failure.ts';
import { AHEAD, CONCURRENCY } from '../import-source.ts';
import { type ImportedItem, notImported } from '../imported-item.ts';
import { mapInOrder } from '../map-in-order.ts';
import { reasonOf } from '../reason-of.ts';
import { retryWhileBusy } from '../retry-while-busy.ts';
import { writeItem } from '../write-item.ts';
import type { CrateRun } from './crate-item.ts';
import { type PlannedPost, planPosts } from './plan-crate.ts';
import type { ReadPost } from './read-post.ts';

export type PostImportDeps = Pick<ReturnType<typeof createTakingOver>, 'prepareTakingOver'> & {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

type Prepared = { planned: PlannedPost; index: number; position: number } & (
  | { read: ReadPost; write: WriteOver | null }
  | { item: ImportedItem }
);

/** Imports the posts of an export. */
export function createPostImport({ db, now, prepareTakingOver }: PostImportDeps) {
  /** Yields what became of the posts, after it was committed. @param start the position of the first */
  async function* importPosts(run: CrateRun, start: number): AsyncGenerator<ImportedItem> {
    const planned = await planPosts(db.query, run.crate.posts);
    const prepared = mapInOrder(
      planned.entries(),
      { concurrency: CONCURRENCY, ahead: AHEAD },
      ([index, planned]) => prepare(run, { planned, index, position: start + index }),
    );
    for await (const each of prepared) {
      run.signal?.throwIfAborted();
      yield await finish(run, each);
    }
  }

  async function prepare(
    run: CrateRun,
    at: Pick<Prepared, 'planned' | 'index' | 'position'>,
  ): Promise<Prepared> {
    const { planned, index, position } = at;
    run.signal?.throwIfAborted();
    if (planned.step === 'skip') {
      const { reason } = planned;
      return { ...at, item: notImported(planned, position, { outcome: 'skipped', reason }) };
    }
    const found = await run.session.readPost(index, planned.slug);
    if (!found.ok) return { ...at, item: failed(at, found) };
    const read = withMissedTime(found.value, now());
    if (run.importId === undefined) return { ...at, read, write: null };
    const written = await retryWhileBusy(
      () => prepareTakingOver(read.post, { by: run.by }),
      run.signal,
    );
    if (!written.ok) return { ...at, item: failed(at, written) };
    return { ...at, read, write: written.value };
  }

  async function finish(run: CrateRun, each: Prepared): Promise<ImportedItem> {
    if (run.importId === undefined) return itemOf(each);
    const versions = await readVersions(run, each);
    return writeItem(db.query, {
      ...each,
      write: async (trx) => {
        if ('item' in each || each.write === null) return itemOf(each);
        const written = await each.write(trx, versions);
        return written.ok ? itemOf(each) : failed(each, written);
      },
      record: run.record,
    });
  }

  return { importPosts };
}

/** UTF-16 code units of the versions of a post that are read ahead. */
const MAX_READ_AHEAD = 16 * 1024 * 1024;

/**
 * The versions of a post, read before its transaction, in which all other writers would wait for the source; those that are
 * too long together are read in it.
 */
async function readVersions(run: CrateRun, each: Prepared): Promise<OtherVersions> {
  const versions: OtherSitesVersion[] = [];
  if ('item' in each) return versions;
  let room = MAX_READ_AHEAD;
  for await (const version of versionsOf(run, each)) {
    room -= version.content.length;
    if (room < 0) return versionsOf(run, each);
    versions.push(version);
  }
  return versions;
}

function versionsOf({ session }: CrateRun, { index, planned }: Prepared) {
  return session.versions(index, planned.slug);
}

function itemOf(each: Prepared): ImportedItem {
  if ('item' in each) return each.item;
  const { planned, position, read, write } = each;
  const isRenamed = planned.step === 'import' && planned.isRenamed;
  const { key, label, title, date } = planned.item;
  return {
    position,
    key,
    label,
    title,
    date,
    slug: planned.slug,
    status: read.post.input.status,
    outcome: 'imported',
    reason: '',
    notes: [...(isRenamed ? [RENAMED] : []), ...read.notes],
    postId: write === null ? null : read.post.id,
  };
}

/** Changes whose time has passed wait for a person: nobody here expects that they become public. */
function withMissedTime({ post, notes }: ReadPost, instant: string): ReadPost {
  const { changes } = post;
  const isMissed =
    changes !== null &&
    changes.publishAt !== null &&
    changes.publishAt <= instant &&
    changes.problem === null;
  if (!isMissed) return { post, notes };
  return {
    post: {
      ...post,
      changes: { ...changes, problem: 'Their time came before they were imported.' },
    },
    notes: [...notes, MISSED],
  };
}

function failed({ planned, position }: Pick<Prepared, 'planned' | 'position'>, failure: Failure) {
  return notImported(planned, position, { outcome: 'failed', reason: reasonOf(failure) });
}

type Failure = Extract<Result<never>, { ok: false }>;

const RENAMED = {
  kind: 'changed',
  message:
    'Its address is taken here: it gets another one. Links to it in other posts lead to the post that was here.',
} as const;

const MISSED = {
  kind: 'changed',
  message: 'The time at which its changes were to be published has passed: they were not.',
} as const;
