import type { PictureOperations } from './picture-operations.ts';
import type { PictureStore } from './picture-store.ts';

type SweepDeps = {
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  files: PictureStore;
  operations: PictureOperations;
  isInLibrary: (id: string) => Promise<boolean>;
};

/**
 * Removes what uploads and removals of dead processes have left. Idempotent, and safe in several processes at once.
 */
export function createSweep({ now, files, operations, isInLibrary }: SweepDeps) {
  return async (): Promise<void> => {
    await files.sweep(Date.parse(now()));
    const taken = await operations.takeOverStale();
    const ended = await Promise.allSettled(
      taken.map(async ({ id, since }) => {
        if (!(await isInLibrary(id))) await files.remove(id);
        await operations.endRemoval(id, since);
      }),
    );
    const errors = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    if (errors.length > 0) throw new AggregateError(errors, 'Unused pictures could not be deleted');
  };
}
