import type { Kysely } from 'kysely';
import { attachmentUrl, storedAttachment } from '../../media/attachment-url.ts';
import type { PictureStore } from '../../media/picture-store.ts';
import { pictureFile, pictureUrl } from '../../media/picture-url.ts';
import { toAuthored } from '../../posts/rows.ts';
import type { Tables } from '../../server/db/tables.ts';
import { type CrateSite, writeCrateMetadata } from './crate-metadata.ts';
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
import { toAttachment, toPicture } from './media-records.ts';
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
  onProgress?: ((done: number, total: number) => void) | undefined;
};

/** Where nothing says when it changed: the first moment that a zip can tell. */
const NO_TIME = '1980-01-01T00:00:00.000Z';

/** Writes everything of a site that is no one's private matter. */
export async function writeSite(writing: SiteWriting) {
  const { query, zip, site, onProgress } = writing;
  const totals = await countAll(query);
  const total = totals.posts + totals.pictures + totals.attachments;
  let [done, modified] = [0, NO_TIME];
  const advance = () => {
    done += 1;
    onProgress?.(done, total);
  };
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
    ...(await writePictures(writing, modified, advance)),
    ...(await writeAttachments(writing, modified, advance)),
  ];
  const terms = await query
    .selectFrom('glossary_terms')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute();
  await add(PATHS.glossary, `${JSON.stringify(terms.map(toTerm), null, 2)}\n`);
  await zip.add(PATHS.redirects, writeRedirects(readRedirects(query)), { modified });
  const header = { program: PROGRAM, format: FORMAT };
  await add(PATHS.header, `${JSON.stringify(header)}\n`);
  const described = { site, files: zip.files(), modified };
  await zip.add(PATHS.metadata, writeCrateMetadata(query, described), { modified });
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
async function writePostFiles({ query, zip }: SiteWriting, post: SitePost): Promise<PostLine> {
  const { authored, changes, hasVersions, ...identity } = post;
  const { slug, content, references, title, status } = authored;
  const { id, date, version, updated } = identity;
  const modified = updated;
  const path = postPath(slug, content);
  await zip.addText(path, writePost({ ...authored, ...identity }), { modified });
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

type Advance = () => void;

/** @returns the paths of those whose files are missing, which are left out */
async function writePictures(
  { query, zip, files }: SiteWriting,
  modified: string,
  advance: Advance,
): Promise<string[]> {
  const lines: string[] = [];
  const missing: string[] = [];
  for await (const rows of readLibrary(query, 'pictures')) {
    for (const picture of rows.map(toPicture)) {
      const path = mediaPath(pictureUrl(picture));
      const isThere = await copyFile({ zip, files }, picture.id, {
        path,
        name: pictureFile(picture),
        modified: picture.created,
        isCompressed: false,
      });
      if (isThere) lines.push(`${JSON.stringify(picture)}\n`);
      else missing.push(path);
      advance();
    }
  }
  await zip.add(PATHS.pictures, lines, { modified });
  return missing;
}

async function writeAttachments(
  { query, zip, files }: SiteWriting,
  modified: string,
  advance: Advance,
): Promise<string[]> {
  const lines: string[] = [];
  const missing: string[] = [];
  for await (const rows of readLibrary(query, 'attachments')) {
    for (const attachment of rows.map(toAttachment)) {
      const { id, type, created } = attachment;
      const path = mediaPath(attachmentUrl(attachment));
      const isThere = await copyFile({ zip, files }, id, {
        path,
        name: storedAttachment(type),
        modified: created,
        isCompressed: type === 'csv',
      });
      if (isThere) lines.push(`${JSON.stringify(attachment)}\n`);
      else missing.push(path);
      advance();
    }
  }
  await zip.add(PATHS.attachments, lines, { modified });
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
