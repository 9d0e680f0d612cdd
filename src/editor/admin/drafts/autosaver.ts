import type { ApiResult } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import type { PostFormValues } from '../../../posts/admin/post-form-values.ts';
import type { autosaves } from '../../../posts/api/autosaves.ts';

type Entry = { values: PostFormValues; version: number | null };

export type NewAutosave = Entry & { document: string; sequence: number };

const api = caller<typeof autosaves>();

/** The calls to the server; replaced in tests. */
const CALLS = {
  /** Rejected with 409 when an autosave with this sequence or a greater one is stored. */
  save: ({ document, ...json }: NewAutosave): Promise<ApiResult<unknown>> =>
    api('PUT', '/admin/autosaves/:document', { param: { document }, json }),
  /** @param sequence deletes older autosaves, also one that arrives later; without it, any that is stored */
  discard: (document: string, sequence?: number): Promise<ApiResult<unknown>> =>
    api('DELETE', '/admin/autosaves/:document', { param: { document }, query: { sequence } }),
};

/** The greatest that a clock gives: the API takes sequences up to a thousand million. */
const MAX_START = 900_000_000;
const START_OF_COUNT = Date.UTC(2026, 0);

/**
 * A sequence that most probably exceeds those of earlier forms, also of one that was discarded, whose sequence the
 * server keeps and does not tell: the seconds since 2026. A form sends less than one autosave a second.
 */
function sequenceByClock(): number {
  const seconds = Math.floor((Date.now() - START_OF_COUNT) / 1000);
  return Math.min(Math.max(seconds, 1), MAX_START);
}

/**
 * Saves the unsaved values of one form on the server: one request at a time, then the latest entry, each
 * with a greater sequence, so that none overwrites a newer one.
 *
 * @param known the sequence stored on the server; 0 when it is unknown
 */
export function createAutosaver(
  document: string,
  known: number,
  { save, discard } = CALLS,
  firstSequence: () => number = sequenceByClock,
) {
  let sequence = known;
  /** The server has accepted this sequence, so that it will accept the next one. */
  let isInStep = known > 0;
  /** The server may have an autosave of this form. */
  let isUsed = known > 0;
  let waiting: Entry | null = null;
  let underWay: Promise<boolean> | null = null;
  /** Counts the discards: an entry from before is not sent again. */
  let discards = 0;

  async function send(entry: Entry): Promise<boolean> {
    const before = discards;
    sequence = sequence === 0 ? firstSequence() : sequence + 1;
    isUsed = true;
    const answer = await save({ document, ...entry, sequence });
    if (answer.ok) {
      isInStep = true;
      return discards === before;
    }
    const stored = storedSequence(answer);
    if (stored === null || discards !== before) return false;
    // Another form has saved this document: this form's values are newer.
    sequence = Math.max(sequence, stored);
    return send(entry);
  }

  async function sendAll(): Promise<boolean> {
    let isSaved = false;
    try {
      for (let entry = waiting; entry !== null; entry = waiting) {
        waiting = null;
        isSaved = await send(entry);
      }
    } finally {
      underWay = null;
    }
    return isSaved;
  }

  return {
    /** @returns true if the latest entry is on the server */
    save: (entry: Entry): Promise<boolean> => {
      waiting = entry;
      underWay ??= sendAll();
      return underWay;
    },
    /** The greatest sequence that is used or known. */
    sequence: () => sequence,
    /** The server may have an autosave of this form. */
    isUsed: () => isUsed,
    /** Discards the autosave, also one whose request is under way. */
    discard: async (): Promise<void> => {
      waiting = null;
      discards += 1;
      isUsed = false;
      const hasSent = sequence > 0;
      sequence += 1;
      await Promise.all([
        ...(isInStep ? [] : [discard(document)]),
        ...(hasSent ? [discard(document, sequence)] : []),
      ]);
    },
  };
}

/** The stored sequence in the response to an autosave that came too late; null for any other response. */
function storedSequence(answer: ApiResult<unknown>): number | null {
  if (answer.ok || answer.failure.kind !== 'rejected' || answer.failure.status !== 409) return null;
  return (answer.failure.current as { sequence: number } | undefined)?.sequence ?? null;
}
