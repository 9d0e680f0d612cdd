import { ATTACHMENT_MEDIA_TYPES } from '../../media/attachment-url.ts';
import { type Author, findNamed, nameKey } from '../../posts/authors/author.ts';
import type { AuthoredFields } from '../../posts/post.ts';
import { mediaPath, PATHS } from './layout.ts';
import type { ExportedAttachment, ExportedPicture } from './media-records.ts';
import type { WrittenFile } from './zip-writer.ts';

/** https://www.researchobject.org/ro-crate/specification/1.1/ */
const SPECIFICATION = 'https://w3id.org/ro/crate/1.1';

type About = { '@type': string | string[] } & Record<string, unknown>;
type Entity = { '@id': string } & About;

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

/** Collects descriptions of files while they are written, and describes an export as an RO-Crate with them. */
/** @param records the authors who have one, by `nameKey` */
export function createCrateMetadata(records: ReadonlyMap<string, Author> = new Map()) {
  const described = new Map<string, { about: About; cover: string }>();
  const authors = new Map<string, string>();

  function describePost(
    path: string,
    post: Omit<AuthoredFields, 'content'>,
    { date, updated }: { date: string; updated: string },
  ): void {
    const named = findNamed(post.author, (key) => records.get(key));
    const names = named.length === 0 ? [post.author] : named.map(({ name }) => name);
    const ids = names.map((name) => {
      const known = authors.get(name) ?? records.get(nameKey(name))?.orcid;
      const id = known || `#author-${authors.size + 1}`;
      authors.set(name, id);
      return { '@id': id };
    });
    const about = {
      '@type': ['File', 'BlogPosting'],
      name: post.title,
      description: post.description,
      author: ids.length === 1 ? ids[0] : ids,
      dateModified: updated,
      datePublished: date,
      creativeWorkStatus: post.status === 'draft' ? 'Draft' : 'Published',
      encodingFormat: formatOf(path),
      keywords: post.tags,
    };
    described.set(path, { about, cover: post.coverImage });
  }

  function describePicture(
    path: string,
    { name, alt, width, height, format }: ExportedPicture,
  ): void {
    const about = {
      '@type': ['File', 'ImageObject'],
      name: name || path,
      ...(alt === '' ? {} : { description: alt }),
      width,
      height,
      encodingFormat: `image/${format === 'jpg' ? 'jpeg' : format}`,
    };
    described.set(path, { about, cover: '' });
  }

  function describeAttachment(path: string, { name, type }: ExportedAttachment): void {
    const about = { '@type': 'File', name, encodingFormat: ATTACHMENT_MEDIA_TYPES[type] };
    described.set(path, { about, cover: '' });
  }

  /**
   * Writes the description in parts. It has no time of the export and no URL of the site, so that the same content is
   * described by the same bytes.
   */
  function* write(options: CrateOptions): Generator<string> {
    yield `{"@context":"${SPECIFICATION}/context","@graph":[\n`;
    yield JSON.stringify({
      '@id': PATHS.metadata,
      '@type': 'CreativeWork',
      conformsTo: { '@id': SPECIFICATION },
      about: { '@id': './' },
    } satisfies Entity);
    for (const entity of entitiesOf(options)) yield `,\n${JSON.stringify(entity)}`;
    yield '\n]}\n';
  }

  function* entitiesOf({ site, files, modified }: CrateOptions): Generator<Entity> {
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
    const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
    // As text in bytes (schema.org, contentSize).
    const sizeOf = (path: string) => ({ contentSize: String(sizes.get(path)) });
    for (const [path, { about, cover }] of described) {
      yield { '@id': path, ...about, ...imageOf(cover, sizes), ...sizeOf(path) };
    }
    for (const { path } of files) {
      if (described.has(path)) continue;
      const about = { '@type': 'File', name: nameOf(path), encodingFormat: formatOf(path) };
      yield { '@id': path, ...about, ...sizeOf(path) };
    }
    // Two names of one person have one iD.
    const named = new Map([...authors].map(([name, id]) => [id, name]));
    for (const [id, name] of named) {
      const { kind = 'person' } = records.get(nameKey(name)) ?? {};
      yield { '@id': id, '@type': kind === 'person' ? 'Person' : 'Organization', name };
    }
  }

  return { describePost, describePicture, describeAttachment, write };
}

/** A file of the crate, or the URL of a picture elsewhere. */
function imageOf(cover: string, files: ReadonlyMap<string, unknown>) {
  if (cover === '') return {};
  const path = mediaPath(cover);
  return { image: files.has(path) ? { '@id': path } : cover };
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

const NAMES: Readonly<Record<string, string>> = {
  [PATHS.header]: 'The format of this export',
  [PATHS.posts]: 'The posts and the paths of what belongs to them',
  [PATHS.glossary]: 'The glossary',
  [PATHS.authors]: 'The authors who have a record',
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
