import { fail, type Result, succeed } from '../server/failure.ts';
import { SOURCE_LIMITS } from './files/limits.ts';
import { fitSource, refuseLimits } from './fit-source.ts';
import { readGhost } from './ghost/ghost-reader.ts';
import { readMarkdown } from './markdown/markdown-reader.ts';
import type { ReadOptions, Source, SourceFiles, SourceItem, SourceReader } from './source.ts';
import { readWordpress } from './wordpress/wordpress-reader.ts';

/** The first reader that recognizes the source is used; the last one takes any folder with Markdown. */
const READERS: readonly SourceReader[] = [readGhost, readWordpress, readMarkdown];

/** Detects by its content which system a source comes from, and reads its items. */
export async function recognize(files: SourceFiles, options: ReadOptions): Promise<Result<Source>> {
  if (isNotion(files)) return fail({ kind: 'malformed', detail: NOTION });
  for (const read of READERS) {
    const source = await read(files, options).catch(refuseLimits);
    if (source === null) continue;
    if (!source.ok) return source;
    const items = [...source.value.items, ...linkItems(files)];
    return items.length > SOURCE_LIMITS.files
      ? tooMany(items.length)
      : succeed(fitSource({ ...source.value, items }, options));
  }
  return fail({ kind: 'malformed', detail: NOT_RECOGNIZED });
}

function linkItems({ links = [] }: SourceFiles): SourceItem[] {
  return links.map((path) => ({
    key: `link:${path}`,
    label: path,
    kind: 'left-out',
    reason: 'a symbolic link, which is not followed. Put the file itself there',
  }));
}

function tooMany(items: number): Result<never> {
  const detail = `The source holds ${items} items; at most ${SOURCE_LIMITS.files} are read.`;
  return fail({ kind: 'too-large', detail });
}

/** Notion writes the id of a page behind the name of its file, and may put all of it into zips in the zip. */
function isNotion({ paths }: SourceFiles): boolean {
  const pages = paths.filter((path) => /\.(?:md|csv|html)$/.test(path));
  const named = pages.filter((path) =>
    /(?:^|[ /])[\da-f]{32}(?:_all)?\.(?:md|csv|html)$/.test(path),
  );
  const parts = paths.filter((path) =>
    /(?:^|\/)(?:Export|ExportBlock)-[\da-f-]{36}(?:-Part-\d+)?\.zip$/.test(path),
  );
  return (
    (named.length > 0 && 2 * named.length > pages.length) ||
    (pages.length === 0 && parts.length > 0)
  );
}

const NOTION =
  'This is a Notion export, which cannot be imported: its pages have no dates, addresses or drafts. Copy each text into a Markdown file with front matter (title, date, tags), put its pictures beside it, and import the folder or a zip of it.';

const NOT_RECOGNIZED =
  'This cannot be imported. Importable sources are a folder or zip of Markdown files, a Ghost JSON export, and a WordPress XML export. Ghost’s migration tools make Ghost exports of Medium and Substack.';
