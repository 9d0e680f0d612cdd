import { fail, type Result, succeed } from '../../failure.ts';
import { withDayKept } from './dates.ts';
import { fitSource, refuseLimits } from './fit-source.ts';
import { readGhost } from './ghost/ghost-reader.ts';
import { readMarkdown } from './markdown/markdown-reader.ts';
import { readMedium } from './medium/medium-reader.ts';
import type { ReadOptions, Source, SourceFiles, SourceItem, SourceReader } from './source.ts';
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
  if (isOfNotion(files.paths)) return fail({ kind: 'malformed', detail: NOTION });
  for (const read of READERS) {
    const source = await read(files, options).catch(refuseLimits);
    if (source !== null)
      return source.ok ? succeed(keepDays(fitSource(source.value), options)) : source;
  }
  return fail({ kind: 'malformed', detail: NOT_RECOGNIZED });
}

/** Readers give dates by the clocks of the former site, with their offset. */
function keepDays(source: Source, { now, timeZone }: ReadOptions): Source {
  // Substack and Medium tell an instant, and show it by the reader's clock.
  const isLocal = source.system !== 'substack' && source.system !== 'medium';
  if (!isLocal || now === undefined || timeZone === undefined) return source;
  const kept = (date: unknown) =>
    typeof date === 'string' ? withDayKept(date, { now, timeZone }) : null;
  const all: SourceItem[] = source.items;
  const items = all.map((item): SourceItem => {
    if (item.kind !== 'post') return item;
    const load = async () => {
      const loaded = await item.load();
      if (!loaded.ok) return loaded;
      const { draft } = loaded.value;
      return succeed({
        ...loaded.value,
        draft: { ...draft, publishDate: kept(draft.publishDate) },
      });
    };
    return { ...item, date: kept(item.date), load };
  });
  return { ...source, items };
}

/** Notion ends the names of all files with 32 digits, and packs parts of an export once more. */
function isOfNotion(paths: readonly string[]): boolean {
  const texts = paths.filter((path) => /\.(?:md|csv|html)$/i.test(path));
  const named = texts.filter((path) => / [\da-f]{32}(?:_all)?\.\w+$/i.test(path));
  return (
    (named.length > 0 && named.length >= texts.length / 2) ||
    paths.some((path) => /(?:^|\/)ExportBlock-[\da-f-]+(?:-Part-\d+)?\.zip$/i.test(path))
  );
}

const NOTION =
  'This is an export of Notion, which is not read: its links and dates would be lost. Write the pages as Markdown files with front matter (title, date), or publish them with a program that does, and import those.';

const NOT_RECOGNIZED =
  'This is not a source that can be imported: a folder or zip of Markdown files, a JSON export of Ghost, an XML export of WordPress, or the zip of an export of Substack or Medium.';
