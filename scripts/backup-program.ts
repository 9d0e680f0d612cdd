import { BackupError } from '../src/app/backup/backup-error.ts';
import { ConfigError } from '../src/server/config.ts';

/**
 * Runs a program that the first SIGINT or SIGTERM aborts through `signal`, and a second one kills.
 * Errors that an operator can fix print one line instead of a stack trace.
 */
export async function runInterruptibly(
  program: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  process.umask(0o077);
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort(new BackupError('Interrupted: nothing was written')));
  }
  try {
    await program(controller.signal);
  } catch (error) {
    const isMendable = error instanceof BackupError || error instanceof ConfigError;
    console.error(isMendable ? error.message : error);
    process.exitCode = 1;
  }
}

/** Runs a program whose only argument is a file. */
export async function runWithFile(
  usage: string,
  program: (file: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const [file, ...others] = process.argv.slice(2);
  await runInterruptibly(async (signal) => {
    if (file === undefined || others.length > 0) throw new BackupError(`Usage: ${usage}`);
    await program(file, signal);
  });
}

type Content = { posts: number; pictures: number; attachments: number; missing: readonly string[] };

/** What a backup holds. */
export function describeContent({ posts, pictures, attachments, missing }: Content): string {
  const media = pictures + attachments - missing.length;
  return `${posts} posts and ${media} pictures${attachments === 0 ? '' : ' and files'}`;
}
