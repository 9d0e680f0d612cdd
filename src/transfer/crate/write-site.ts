import type { Kysely, Selectable } from 'kysely';
import { attachmentUrl, storedAttachment } from '../../media/attachment-url.ts';
import type { PictureStore } from '../../media/picture-store.ts';
import { pictureFile, pictureUrl } from '../../media/picture-url.ts';
import { byName, readAuthors } from '../../posts/authors/author-rows.ts';
import { toAuthored } from '../../posts/rows.ts';
import type { Tables } from '../../server/db/tables.ts';
import { type CrateSite, createCrateMetadata } from './crate-metadata.ts';
import { toCslJson } from './csl-references.ts';
import { toTerm } from './glossary-records.ts';
import {
  changesPath,
  FORMAT,
  mediaPath,
  PATHS,
  PROGRAM,
  postPath,
  referencesPath,
  versionsPath,
} from './layout.ts';
import { writeManifest } from './manifest.ts';
import {
  type ExportedAttachment,
  type ExportedPicture,
  toAttachment,
  toPicture,
} from './media-records.ts';
import { writeChanges, writePost } from './post-document.ts';
import type { PostLine } from './post-records.ts';
import {
  readLibrary,
  readOtherVersions,
  readPosts,
  readRedirects,
  type SitePost,
} from './read-site.ts';
import { writeRedirects } from './redirect-table.ts';
import { writeVersions } from './version-lines.ts';
import type { ZipWriter } from './zip-writer.ts';

export type Totals = { posts: number; pictures: number; attachments: number };

type SiteWriting = {
  /** Reads a snapshot. */
  query: Kysely<Tables>;
  zip: ZipWriter;
  files: Pick<PictureStore, 'find'>;
  site: CrateSite;
  /** Called after posts and files were written: how many, of how many. */
  onProgress?: ((done: number, total: number) => void) | undefined;
};

type Writing = SiteWriting & {
  metadata: ReturnType<typeof createCrateMetadata>;
  /** Called after each post and file. */
  advance: () => void;
};

/** The earliest time in a zip, for a site without posts. */
const NO_TIME = '1980-01-01T00:00:00.000Z';

/** Writes the whole content of a site, without personal data. */
export async function writeSite(options: SiteWriting) {
  const { query, zip, site, onProgress } = options;
  const totals = await countAll(query);
  const total = totals.posts + totals.pictures + totals.attachments;
  let [done, modified] = [0, NO_TIME];
  const authors = await readAuthors(query);
  const metadata = createCrateMetadata(byName(authors));
  const advance = () => {
    done += 1;
    onProgress?.(done, total);
  };
  const writing = { ...options, metadata, advance };
  const add = (path: string, text: string) => zip.addText(path, text, { modified });

  const lines: string[] = [];
  for await (const posts of readPosts(query)) {
    for (const post of posts) {
      lines.push(`${JSON.stringify(await writePostFiles(writing, post))}\n`);
      if (post.updated > modified) modified = post.updated;
      advance();
    }
  }
  await zip.add(PATHS.posts, lines, { modified });
  const missing = [
    ...(await writePictures(writing, modified)),
    ...(await writeAttachments(writing, modified)),
  ];
  const terms = await query
    .selectFrom('glossary_terms')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute();
  await add(PATHS.glossary, `${JSON.stringify(terms.map(toTerm), null, 2)}\n`);
  await add(PATHS.authors, `${JSON.stringify(authors, null, 2)}\n`);
  await zip.add(PATHS.redirects, writeRedirects(readRedirects(query)), { modified });
  const header = { program: PROGRAM, format: FORMAT };
  await add(PATHS.header, `${JSON.stringify(header)}\n`);
  const described = { site, files: zip.files(), modified };
  await zip.add(PATHS.metadata, metadata.write(described), { modified });
  const manifest = writeManifest(zip.files());
  await add(PATHS.manifest, manifest);
  return { totals, missing, manifest };
}

async function countAll(query: Kysely<Tables>): Promise<Totals> {
  const count = async (table: 'current_posts' | 'pictures' | 'attachments') => {
    const { rows } = await query
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  return {
    posts: await count('current_posts'),
    pictures: await count('pictures'),
    attachments: await count('attachments'),
  };
}

/** @returns what is known of the post before its text is read */
async function writePostFiles(
  { query, zip, metadata }: Writing,
  post: SitePost,
): Promise<PostLine> {
  const { authored, changes, hasVersions, ...identity } = post;
  const { slug, content, references, title, status } = authored;
  const { id, date, version, updated } = identity;
  const modified = updated;
  const path = postPath(slug, content);
  await zip.addText(path, writePost({ ...authored, ...identity }), { modified });
  metadata.describePost(path, authored, { date, updated });
  if (references.length > 0) {
    await zip.addText(referencesPath(slug), toCslJson(references), { modified });
  }
  const changed = changes && changesPath(slug, changes.content);
  if (changed) await zip.addText(changed, changesText(changes), { modified: changes.saved_at });
  const versions = hasVersions ? versionsPath(slug) : null;
  if (versions !== null) {
    const lines = writeVersions(authored, readOtherVersions(query, post));
    await zip.add(versions, lines, { modified });
  }
  const known = { path, id, slug, title, status, date, version, updated };
  return { ...known, changes: changed ?? null, versions };
}

function changesText(changes: NonNullable<SitePost['changes']>): string {
  const { status: _, ...authored } = toAuthored(changes);
  return writeChanges({
    ...authored,
    baseVersion: changes.base_version ?? 1,
    saved: changes.saved_at,
    publishAt: changes.publish_at,
    problem: changes.problem,
  });
}

/** @returns the paths of those whose files are missing, which are left out */
function writePictures(writing: Writing, modified: string): Promise<string[]> {
  return writeLibrary(writing, 'pictures', modified, (row) => {
    const picture = toPicture(row);
    const path = mediaPath(pictureUrl(picture));
    const addDescription = () => writing.metadata.describePicture(path, picture);
    return {
      record: picture,
      path,
      name: pictureFile(picture),
      isCompressed: false,
      addDescription,
    };
  });
}

function writeAttachments(writing: Writing, modified: string): Promise<string[]> {
  return writeLibrary(writing, 'attachments', modified, (row) => {
    const attachment = toAttachment(row);
    const path = mediaPath(attachmentUrl(attachment));
    const { type } = attachment;
    const addDescription = () => writing.metadata.describeAttachment(path, attachment);
    const name = storedAttachment(type);
    return { record: attachment, path, name, isCompressed: type === 'csv', addDescription };
  });
}

type LibraryFile = {
  record: ExportedPicture | ExportedAttachment;
  path: string;
  /** In the store. */
  name: string;
  isCompressed: boolean;
  addDescription: () => void;
};

async function writeLibrary<Table extends 'pictures' | 'attachments'>(
  { query, zip, files, advance }: Writing,
  table: Table,
  modified: string,
  toFile: (row: Selectable<Tables[Table]>) => LibraryFile,
): Promise<string[]> {
  const lines: string[] = [];
  const missing: string[] = [];
  for await (const rows of readLibrary(query, table)) {
    for (const { record, path, name, isCompressed, addDescription } of rows.map(toFile)) {
      const copied = { path, name, modified: record.created, isCompressed };
      if (await copyFile({ zip, files }, record.id, copied)) {
        lines.push(`${JSON.stringify(record)}\n`);
        addDescription();
      } else missing.push(path);
      advance();
    }
  }
  await zip.add(PATHS[table], lines, { modified });
  return missing;
}

type Copied = { path: string; name: string; modified: string; isCompressed: boolean };

/** @returns false when the file is not in the store, as when it was removed after the snapshot */
async function copyFile(
  { zip, files }: Pick<SiteWriting, 'zip' | 'files'>,
  id: string,
  { path, name, ...options }: Copied,
): Promise<boolean> {
  const file = await files.find(id, name);
  const content = file && (await file.read(0, file.bytes - 1));
  if (!content) return false;
  try {
    await zip.add(path, content, options);
  } catch (error) {
    // One that was not begun would keep its file open; one that was is locked, and has ended.
    await content.cancel().catch(() => undefined);
    throw error;
  }
  return true;
}
