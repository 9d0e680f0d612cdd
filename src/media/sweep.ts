import type { Site } from '../site.ts';
import { findAttachment } from './attachments.ts';
import { endRemoval, takeOverStaleOperations } from './picture-operations.ts';
import { findPicture } from './pictures.ts';

/** Deletes the files of uploads and removals that were interrupted. */
export async function sweepPictures(site: Site): Promise<void> {
  await site.files.sweep(Date.parse(site.now()));
  const taken = await takeOverStaleOperations(site);
  const ended = await Promise.allSettled(
    taken.map(async ({ id, since }) => {
      const known = (await findPicture(site, id)) ?? (await findAttachment(site, id));
      if (known === null) await site.files.remove(id);
      await endRemoval(site, id, since);
    }),
  );
  const errors = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, 'Unused pictures could not be deleted');
}
