import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder. It is removed by `remove`, or when the process exits. */
export function temporaryFolder(name: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `ligara-${name}-`));
  const remove = () => {
    process.off('exit', remove);
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', remove);
  return { path, remove };
}
