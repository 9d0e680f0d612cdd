import type {
  createTakingOver,
  OtherSitesVersion,
  OtherVersions,
} from '../../posts/taking-over.ts';
import type { Database } from '../../server/db/connect.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { writeItem } from '../import-run.ts';
import { failedBy, type ImportedItem, type ItemAt, toImportedItem } from '../imported-item.ts';
import type { CrateRun } from './crate-item.ts';
import { type PlannedPost, planPosts } from './plan-crate.ts';
import { DamagedVersionsError, type ReadPost, readOthers, readPost } from './read-post.ts';

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
    for (const [index, each] of planned.entries()) {
      yield importPost(run, { planned: each, position: start + index });
    }
  }

  async function importPost(
    run: CrateRun,
    at: ItemAt & { planned: PlannedPost },
  ): Promise<ImportedItem> {
    const { planned } = at;
    if (planned.step === 'skip') {
      return toImportedItem(at, { outcome: 'skipped', reason: planned.reason });
    }
    const { files } = run.crate;
    const { line } = planned.item;
    const found = await readPost(files, line, planned.slug);
    if (!found.ok) return toImportedItem(at, failedBy(found));
    const versions = await readVersions(() => readOthers(files, line, found.value.post));
    if (!versions.ok) return toImportedItem(at, failedBy(versions));
    const read = withMissedTime(found.value, now());
    if (run.isDryRun) return importedPost(at, read, null);
    const over = await prepareTakingOver(read.post);
    if (!over.ok) return toImportedItem(at, failedBy(over));
    return writeItem(db, run, at, async (trx) => {
      const written = await over.value(trx, versions.value);
      return written.ok
        ? importedPost(at, withLostRecords(read, written.value), read.post.id)
        : toImportedItem(at, failedBy(written));
    });
  }

  return { importPosts };
}

/** UTF-16 code units of the versions of a post that are read ahead. */
const MAX_READ_AHEAD = 16 * 1024 * 1024;

/**
 * Reads the versions of a post before its transaction, in which all other writers would wait for the source; those that are
 * too long together are read in it again. Fails when one is damaged.
 */
async function readVersions(
  read: () => AsyncIterable<OtherSitesVersion>,
): Promise<Result<OtherVersions>> {
  const versions: OtherSitesVersion[] = [];
  let room = MAX_READ_AHEAD;
  try {
    for await (const version of read()) {
      room -= version.content.length;
      if (room >= 0) versions.push(version);
    }
  } catch (error) {
    if (!(error instanceof DamagedVersionsError)) throw error;
    return fail({ kind: 'malformed', detail: error.message });
  }
  return succeed(room < 0 ? read() : versions);
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
