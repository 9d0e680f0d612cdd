import { useRef, useState } from 'react';
import type { AdminPostSummary } from '../../reading.ts';
import { type BulkAction, type BulkOutcome, changePost, questionBefore } from './bulk-action.ts';

/** Saves under way at a time. */
const CONCURRENCY = 4;

const NONE: ReadonlySet<string> = new Set();

/** An action on several posts, under way or ended. */
export type BulkRun = {
  action: BulkAction;
  posts: readonly AdminPostSummary[];
  outcomes: readonly BulkOutcome[];
  isUnderWay: boolean;
};

type BulkOptions = {
  /** Another one, as after a filter changed, starts with nothing selected and no report. */
  list: object;
  posts: readonly AdminPostSummary[];
  onOutcome: (outcome: BulkOutcome) => void;
  onEnded: (action: BulkAction) => void;
};

export type Bulk = ReturnType<typeof useBulk>;

/** Selects posts of a list while they are shown, and runs actions on them, one action at a time. */
export function useBulk({ list, posts, onOutcome, onEnded }: BulkOptions) {
  const [ids, setIds] = useState(NONE);
  const [run, setRun] = useState<BulkRun | null>(null);
  const [before, setBefore] = useState(list);
  if (before !== list) {
    setBefore(list);
    setIds(NONE);
    setRun(null);
  }
  /** A ref, not state: a second press may come before the next rendering. */
  const isRunning = useRef(false);
  const selected = posts.filter(({ id }) => ids.has(id));

  async function start(action: BulkAction): Promise<void> {
    const question = questionBefore(action, selected);
    if (isRunning.current || (question !== null && !window.confirm(question))) return;
    isRunning.current = true;
    setRun({ action, posts: selected, outcomes: [], isUnderWay: true });
    const queue = selected.values();
    let signedOut: BulkOutcome | null = null;
    const work = async () => {
      for (const post of queue) {
        // Nobody is asked to sign in for each of the others.
        const outcome = signedOut
          ? { ...signedOut, shown: post, post }
          : await changePost(post, action);
        if (outcome.failure?.kind === 'unauthenticated') signedOut = outcome;
        onOutcome(outcome);
        setRun((shown) => shown && { ...shown, outcomes: [...shown.outcomes, outcome] });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    isRunning.current = false;
    setRun((shown) => shown && { ...shown, isUnderWay: false });
    onEnded(action);
  }

  return {
    selected,
    isSelected: (id: string) => ids.has(id),
    select: (id: string, isSelected: boolean) =>
      setIds((selection) => {
        const others = [...selection].filter((other) => other !== id);
        return new Set(isSelected ? [...others, id] : others);
      }),
    selectAll: (isSelected: boolean) =>
      setIds(new Set(isSelected ? posts.map(({ id }) => id) : [])),
    run,
    start,
    clearRun: () => setRun(null),
  };
}
