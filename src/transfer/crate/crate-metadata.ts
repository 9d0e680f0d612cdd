import type { Kysely } from 'kysely';
import { ATTACHMENT_MEDIA_TYPES, attachmentUrl } from '../../media/attachment-url.ts';
import { pictureUrl } from '../../media/picture-url.ts';
import type { Tables } from '../../server/db/tables.ts';
import { mediaPath, PATHS } from './layout.ts';
import { toPicture } from './media-records.ts';
import { readLibrary, readPages } from './read-site.ts';
import type { WrittenFile } from './zip-writer.ts';

/** https://www.researchobject.org/ro-crate/specification/1.1/ */
const SPECIFICATION = 'https://w3id.org/ro/crate/1.1';

type Entity = { '@id': string; '@type': string | string[] } & Record<string, unknown>;

export type CrateSite = {
  name: string;
  description: string;
};

/** The root is to refer to an entity with a name and a description (RO-Crate 1.1, “Root Data Entity”). */
const LICENSE = {
  '@id': '#license',
  '@type': 'CreativeWork',
  name: 'No licence is stated',
  description: 'Ask the publisher.',
} as const satisfies Entity;

type CrateOptions = {
  site: CrateSite;
  files: readonly WrittenFile[];
  /** When the content last changed, ISO 8601 in UTC. */
  modified: string;
};

/**
 * Describes an export as an RO-Crate, in parts. It names no time of the export and no address of the site, so that the
 * same content is described by the same bytes.
 */
export async function* writeCrateMetadata(
  query: Kysely<Tables>,
  options: CrateOptions,
): AsyncGenerator<string> {
  yield `{"@context":"${SPECIFICATION}/context","@graph":[\n`;
  yield JSON.stringify({
    '@id': PATHS.metadata,
    '@type': 'CreativeWork',
    conformsTo: { '@id': SPECIFICATION },
    about: { '@id': './' },
  } satisfies Entity);
  for await (const entity of entitiesOf(query, options)) yield `,\n${JSON.stringify(entity)}`;
  yield '\n]}\n';
}

async function* entitiesOf(
  query: Kysely<Tables>,
  { site, files, modified }: CrateOptions,
): AsyncGenerator<Entity> {
  yield {
    '@id': './',
    '@type': 'Dataset',
    name: site.name,
    description: site.description,
    datePublished: modified.slice(0, 10),
    license: { '@id': LICENSE['@id'] },
    publisher: { '@id': '#publisher' },
    hasPart: files.map(({ path }) => ({ '@id': path })),
  };
  yield { '@id': '#publisher', '@type': 'Organization', name: site.name };
  yield LICENSE;
  const known = new Map(files.map((file) => [file.path, file]));
  const authors = new Map<string, string>();
  const paths = new Set(known.keys());
  for await (const entity of postsOf(query, { known, paths, authors })) yield entity;
  for await (const entity of picturesOf(query, known)) yield entity;
  for await (const entity of attachmentsOf(query, known)) yield entity;
  for (const { path, bytes } of known.values()) {
    const encodingFormat = formatOf(path);
    yield {
      '@id': path,
      '@type': 'File',
      name: nameOf(path),
      encodingFormat,
      ...sizeOf({ bytes }),
    };
  }
  for (const [name, id] of authors) yield { '@id': id, '@type': 'Person', name };
}

type PostEntities = {
  /** Files that are not described yet. */
  known: Map<string, WrittenFile>;
  paths: ReadonlySet<string>;
  /** Ids of authors by their names. */
  authors: Map<string, string>;
};

/** Those that are described are taken out of `known`. */
async function* postsOf(
  query: Kysely<Tables>,
  { known, paths, authors }: PostEntities,
): AsyncGenerator<Entity> {
  for await (const rows of readPages(PAGE, (after) => readPostRows(query, after))) {
    for (const row of rows) {
      const { slug, title, description, author, status, date, updated_at } = row;
      const path =
        ['md', 'html'].map((ending) => `posts/${slug}.${ending}`).find((each) => known.has(each)) ??
        '';
      const file = known.get(path);
      known.delete(path);
      const person = authors.get(author) ?? `#author-${authors.size + 1}`;
      authors.set(author, person);
      yield {
        '@id': path,
        '@type': ['File', 'BlogPosting'],
        name: title,
        description,
        author: { '@id': person },
        dateModified: updated_at,
        datePublished: date,
        creativeWorkStatus: status === 'draft' ? 'Draft' : 'Published',
        encodingFormat: formatOf(path),
        keywords: JSON.parse(row.tags),
        ...imageOf(row.cover_image, paths),
        ...sizeOf(file),
      };
    }
  }
}

const PAGE = 200;

function readPostRows(query: Kysely<Tables>, after: string) {
  return query
    .selectFrom('current_posts')
    .select(['id', 'slug', 'title', 'description', 'author', 'status', 'date', 'updated_at'])
    .select(['cover_image', 'tags'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();
}

async function* picturesOf(
  query: Kysely<Tables>,
  known: Map<string, WrittenFile>,
): AsyncGenerator<Entity> {
  for await (const rows of readLibrary(query, 'pictures')) {
    for (const picture of rows.map(toPicture)) {
      const path = mediaPath(pictureUrl(picture));
      const file = known.get(path);
      if (!known.delete(path)) continue;
      const { name, alt, width, height, format } = picture;
      yield {
        '@id': path,
        '@type': ['File', 'ImageObject'],
        name: name || path,
        ...(alt === '' ? {} : { description: alt }),
        width,
        height,
        encodingFormat: `image/${format === 'jpg' ? 'jpeg' : format}`,
        ...sizeOf(file),
      };
    }
  }
}

async function* attachmentsOf(
  query: Kysely<Tables>,
  known: Map<string, WrittenFile>,
): AsyncGenerator<Entity> {
  for await (const rows of readLibrary(query, 'attachments')) {
    for (const attachment of rows) {
      const path = mediaPath(attachmentUrl(attachment));
      const file = known.get(path);
      if (!known.delete(path)) continue;
      const encodingFormat = ATTACHMENT_MEDIA_TYPES[attachment.type];
      const about = { name: attachment.name, encodingFormat };
      yield { '@id': path, '@type': 'File', ...about, ...sizeOf(file) };
    }
  }
}

/** A file of the crate, or the URL of a picture elsewhere. */
function imageOf(cover: string, paths: ReadonlySet<string>) {
  if (cover === '') return {};
  const path = mediaPath(cover);
  return { image: paths.has(path) ? { '@id': path } : cover };
}

/** Media types of what is not a picture and no attachment. */
const FORMATS: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  html: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  jsonl: 'application/jsonl',
};

function formatOf(path: string): string {
  if (path.startsWith('references/')) return 'application/vnd.citationstyles.csl+json';
  return FORMATS[path.replace(/^.*\./s, '')] ?? 'application/octet-stream';
}

/** As text (schema.org, contentSize), in bytes. */
function sizeOf(file: Pick<WrittenFile, 'bytes'> | undefined) {
  return file === undefined ? {} : { contentSize: String(file.bytes) };
}

const NAMES: Readonly<Record<string, string>> = {
  [PATHS.header]: 'The format of this export',
  [PATHS.posts]: 'The posts and the paths of what belongs to them',
  [PATHS.glossary]: 'The glossary',
  [PATHS.redirects]: 'Paths that lead elsewhere',
  [PATHS.pictures]: 'The names and alternative texts of pictures',
  [PATHS.attachments]: 'The names of attachments',
};

function nameOf(path: string): string {
  const [folder, name] = path.split('/');
  const slug = name?.replace(/\.\w+$/, '');
  if (folder === 'versions') return `Other versions of ${slug}`;
  if (folder === 'changes') return `Unpublished changes to ${slug}`;
  if (folder === 'references') return `The references of ${slug} in CSL-JSON`;
  return NAMES[path] ?? path;
}
