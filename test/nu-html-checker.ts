import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** What to do where `findJava` finds none. */
export const MISSING_JAVA =
  'No Java from 11 on found: install default-jre-headless, or set JAVA_HOME';

/** A Java that runs the checker: the one of `JAVA_HOME`, else the first on PATH. */
export function findJava(): string | undefined {
  const { JAVA_HOME, PATH = '' } = process.env;
  const program = process.platform === 'win32' ? 'java.exe' : 'java';
  const folders = [...(JAVA_HOME ? [join(JAVA_HOME, 'bin')] : []), ...PATH.split(delimiter)];
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path) && isRecent(path));
}

/** macOS has a stub named `java` that only offers an installation: a stub prints no version. */
function isRecent(path: string): boolean {
  const { stderr } = spawnSync(path, ['-version'], { encoding: 'utf8', timeout: 30_000 });
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) >= 11;
}

export type Finding = {
  /** `error`, or `info` with the subtype `warning`. */
  type: string;
  subType?: string;
  message: string;
  url: string;
  /** The markup around the finding. */
  extract?: string;
};

/** Runs the W3C's Nu HTML checker on the `.html` files in a folder. */
export function checkHtml(java: string, folder: string): Finding[] {
  // The package's own program would download a missing Java.
  const jar = join(
    createRequire(import.meta.url).resolve('vnu-jar/package.json'),
    '../build/dist/vnu.jar',
  );
  const args = ['-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', folder];
  const { status, stdout, stderr, error } = spawnSync(java, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 2 * 60_000,
  });
  if (status !== 0) throw new Error(`The HTML checker failed: ${stderr}`, { cause: error });
  return (JSON.parse(stdout) as { messages: Finding[] }).messages;
}
