import type { Credentials } from './access/sign-in.ts';
import type { Services } from './services.ts';

type Wishes = {
  /** The administrator to ensure; without one, a first administrator is made up when there is none. */
  administrator: Credentials | undefined;
  firstEmail: string;
  /** The folder of sample posts for an empty database; null leaves it empty. */
  samplePosts: string | null;
};

/**
 * Makes a new database fit to use: sample posts, and somebody who may sign in. On a database that
 * was used before, only the wanted administrator is ensured.
 *
 * @returns the generated credentials of a first administrator, to be shown once, else null.
 */
export async function furnish(
  services: Services,
  { administrator, firstEmail, samplePosts }: Wishes,
): Promise<Credentials | null> {
  if (samplePosts !== null && (await isUnused(services))) {
    const { findPostFiles, importPosts } = await import('./posts/import.ts');
    const files = await findPostFiles(samplePosts);
    for await (const outcome of importPosts(samplePosts, files, services)) {
      if (outcome.outcome === 'failed') throw new Error(`${outcome.file}: ${outcome.reason}`);
    }
  }
  if (administrator === undefined) return services.createFirstAdministrator(firstEmail);
  await services.ensureAdministrator(administrator);
  return null;
}

/** Neither written in nor signed in to, so that nobody finds posts that they did not ask for. */
async function isUnused(services: Services): Promise<boolean> {
  const { total } = await services.postStats();
  return total === 0 && !(await services.hasAdministrators());
}
