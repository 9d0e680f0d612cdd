import { fail, type Result, succeed } from '../../failure.ts';
import { fitSource, refuseLimits } from './fit-source.ts';
import { readGhost } from './ghost/ghost-reader.ts';
import { readMarkdown } from './markdown/markdown-reader.ts';
import { readMedium } from './medium/medium-reader.ts';
import type { ReadOptions, Source, SourceFiles, SourceReader } from './source.ts';
import { readSubstack } from './substack/substack-reader.ts';
import { readWordpress } from './wordpress/wordpress-reader.ts';

/** In the order in which they look: the last takes any folder with Markdown. */
const READERS: readonly SourceReader[] = [
  readGhost,
  readWordpress,
  readSubstack,
  readMedium,
  readMarkdown,
];

/** Tells by its content from which system a source comes, and reads what is in it. */
export async function recognize(files: SourceFiles, options: ReadOptions): Promise<Result<Source>> {
  for (const read of READERS) {
    const source = await read(files, options).catch(refuseLimits);
    if (source !== null) return source.ok ? succeed(fitSource(source.value)) : source;
  }
  return fail({ kind: 'malformed', detail: NOT_RECOGNIZED });
}

const NOT_RECOGNIZED =
  'This is not a source that can be imported: a folder or zip of Markdown files, a JSON export of Ghost, an XML export of WordPress, or the zip of an export of Substack or Medium.';
