import { type Answer, discardAutosave, type NewAutosave, saveAutosave } from './api.ts';

type Entry = Pick<NewAutosave, 'values' | 'version'>;

/** How it calls the server; another one in tests. */
type Calls = { keep: typeof saveAutosave; drop: typeof discardAutosave };

/**
 * Keeps what is typed into one form on the server: one request at a time, the latest entry next, each
 * with a greater sequence, so that none takes the place of a newer one.
 *
 * @param known the sequence that stands on the server; 0 when that is unknown
 */
export function createAutosaver(
  document: string,
  known: number,
  { keep, drop }: Calls = { keep: saveAutosave, drop: discardAutosave },
) {
  let sequence = known;
  /** The server has taken this sequence, so that a greater one is the next. */
  let isInStep = known > 0;
  /** Something of this form may stand on the server. */
  let isUsed = known > 0;
  let waiting: Entry | null = null;
  let underWay: Promise<boolean> | null = null;
  /** Counts what was dropped: an entry from before is not sent again. */
  let drops = 0;

  async function send(entry: Entry): Promise<boolean> {
    const before = drops;
    sequence += 1;
    isUsed = true;
    const answer = await keep({ document, ...entry, sequence });
    if (answer.ok) {
      isInStep = true;
      return drops === before;
    }
    const standing = standingSequence(answer);
    if (standing === null || drops !== before) return false;
    // Another form has written this document: what is typed here is newer.
    sequence = Math.max(sequence, standing);
    return send(entry);
  }

  async function sendAll(): Promise<boolean> {
    let isKept = false;
    try {
      for (let entry = waiting; entry !== null; entry = waiting) {
        waiting = null;
        isKept = await send(entry);
      }
    } finally {
      underWay = null;
    }
    return isKept;
  }

  return {
    /** @returns whether the latest entry is on the server */
    keep: (entry: Entry): Promise<boolean> => {
      waiting = entry;
      underWay ??= sendAll();
      return underWay;
    },
    /** The greatest sequence that was used or is known. */
    sequence: () => sequence,
    /** Whether anything of this form may be on the server. */
    isUsed: () => isUsed,
    /** Drops what is kept, and what is still on its way there. */
    drop: async (): Promise<void> => {
      waiting = null;
      drops += 1;
      isUsed = false;
      const isOnItsWay = sequence > 0;
      sequence += 1;
      await Promise.all([
        ...(isInStep ? [] : [drop(document)]),
        ...(isOnItsWay ? [drop(document, sequence)] : []),
      ]);
    },
  };
}

/** The sequence in the answer to an autosave that came too late; null for any other answer. */
function standingSequence(answer: Answer<unknown>): number | null {
  if (answer.ok || answer.refusal.kind !== 'refused' || answer.refusal.status !== 409) return null;
  return (answer.refusal.current as { sequence: number } | undefined)?.sequence ?? null;
}
