import type {
  createTakingOver,
  OtherSitesVersion,
  OtherVersions,
} from '../../posts/taking-over.ts';
import type { Database } from '../../server/db/connect.ts';
import { failedBy, type ImportedItem, type ItemAt, toImportedItem } from '../imported-item.ts';
import { retryWhileBusy } from '../retry-while-busy.ts';
import { type PreparedItem, unwritten, writeItems } from '../write-items.ts';
import type { CrateRun } from './crate-item.ts';
import { planPosts } from './plan-crate.ts';
import type { ReadPost } from './read-post.ts';

export type PostImportDeps = Pick<ReturnType<typeof createTakingOver>, 'prepareTakingOver'> & {
  db: Database;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
};

/** Imports the posts of an export. */
export function createPostImport({ db, now, prepareTakingOver }: PostImportDeps) {
  /** Yields what became of the posts, after it was committed. @param start the position of the first */
  async function* importPosts(run: CrateRun, start: number): AsyncGenerator<ImportedItem> {
    const planned = await planPosts(db.query, run.crate.posts);
    yield* writeItems(db, run, planned.entries(), ([index, each]) =>
      prepare(run, index, { planned: each, position: start + index }),
    );
  }

  async function prepare(run: CrateRun, index: number, at: ItemAt): Promise<PreparedItem> {
    const { planned } = at;
    if (planned.step === 'skip') {
      return unwritten(at, { outcome: 'skipped', reason: planned.reason });
    }
    const found = await run.session.readPost(index, planned.slug);
    if (!found.ok) return unwritten(at, failedBy(found));
    const read = withMissedTime(found.value, now());
    if (run.importId === undefined) {
      return { ...at, beginWriting: async () => async () => importedPost(at, read, null) };
    }
    const over = await retryWhileBusy(
      () => prepareTakingOver(read.post, { by: run.by }),
      run.signal,
    );
    if (!over.ok) return unwritten(at, failedBy(over));
    return {
      ...at,
      async beginWriting() {
        const versions = await readVersions(() => run.session.versions(index, planned.slug));
        return async (trx) => {
          const written = await over.value(trx, versions);
          return written.ok
            ? importedPost(at, withLostRecords(read, written.value), read.post.id)
            : toImportedItem(at, failedBy(written));
        };
      },
    };
  }

  return { importPosts };
}

/** UTF-16 code units of the versions of a post that are read ahead. */
const MAX_READ_AHEAD = 16 * 1024 * 1024;

/**
 * The versions of a post, read before its transaction, in which all other writers would wait for the source; those that are
 * too long together are read in it.
 */
async function readVersions(read: () => AsyncIterable<OtherSitesVersion>): Promise<OtherVersions> {
  const versions: OtherSitesVersion[] = [];
  let room = MAX_READ_AHEAD;
  for await (const version of read()) {
    room -= version.content.length;
    if (room < 0) return read();
    versions.push(version);
  }
  return versions;
}

/** @param postId null in a dry run */
function importedPost(at: ItemAt, { post, notes }: ReadPost, postId: string | null): ImportedItem {
  const isRenamed = at.planned.step === 'import' && at.planned.isRenamed;
  return toImportedItem(at, {
    outcome: 'imported',
    status: post.input.status,
    notes: [...(isRenamed ? [RENAMED] : []), ...notes],
    postId,
  });
}

/** Another text than the one that was frozen must not go by its number. */
function withLostRecords({ post, notes }: ReadPost, numbers: readonly number[]): ReadPost {
  const lost = numbers.map((number) => ({
    kind: 'lost' as const,
    message: `v${number} is no longer a frozen version: its hash is not that of its text.`,
  }));
  return { post, notes: [...notes, ...lost] };
}

/** Unpublished changes whose time has passed are not published: nobody expects it. */
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
      changes: { ...changes, problem: 'Their publication time passed before they were imported.' },
    },
    notes: [...notes, MISSED],
  };
}

const RENAMED = {
  kind: 'changed',
  message:
    'Its address is taken here, so it gets another one. Links to it in other posts lead to the post that was already here.',
} as const;

const MISSED = {
  kind: 'changed',
  message: 'The time to publish its changes has passed, so they were not published.',
} as const;
