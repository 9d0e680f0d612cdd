import { setImmediate } from 'node:timers/promises';
import type { OtherSitesVersion } from '../posts/taking-over.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { type Crate, openCrate, summarizeCrate } from './crate/open-crate.ts';
import { DamagedVersionsError, type ReadPost, readOthers, readPost } from './crate/read-post.ts';
import { SOURCE_LIMITS } from './files/limits.ts';
import { openFiles } from './files/open-files.ts';
import { fitNotes, fitText } from './fit-source.ts';
import { type Media, previewMedia, type Stored } from './pictures.ts';
import { type PreparedPost, preparePost } from './prepare-post.ts';
import { reasonOf } from './reason-of.ts';
import { recognize } from './recognize.ts';
import { createResolver } from './resolve.ts';
import type {
  Note,
  PostItem,
  ReadOptions,
  Source,
  SourceFiles,
  SourceItem,
  System,
} from './source.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

/** What is to be read, and how. */
export type SourceRequest = {
  /** The path of a folder or file. */
  path: string;
  /** The name of an uploaded file, which is kept by another one. */
  name?: string | undefined;
  options: ReadOptions;
  fetchesPictures: boolean;
  /** True to store and fetch nothing. */
  isDryRun: boolean;
  /** Paths of the site's pages. */
  pages: readonly string[];
};

/** What a session calls on the site. */
export type SourceHost = Pick<Media, 'store'> & {
  fetch(url: string): Promise<Result<Stored>>;
  /** Called repeatedly while a source is read. */
  progress(): void;
};

/** What is known of a post before its text is read. */
export type PostHead = Pick<PostItem, 'kind' | 'key' | 'label' | 'title' | 'slug' | 'date'>;
export type ItemHead =
  | PostHead
  | (Pick<SourceItem, 'key' | 'label'> & { kind: 'left-out' | 'unreadable'; reason: string });

const TABLES = ['terms', 'authors', 'pictures', 'attachments', 'posts', 'redirects'] as const;
/** The tables of an export, without its files. */
export type CrateTables = Pick<Crate, (typeof TABLES)[number]>;
type Rows =
  | ItemHead[]
  | { [T in keyof CrateTables]: { table: T; rows: CrateTables[T] } }[keyof CrateTables];

export type SessionSummary = {
  /** The name of the file or folder. */
  name: string;
  system: System;
  total: number;
  /** About the source as a whole. */
  notes: Note[];
};

/**
 * An open source, in a process of its own: it may be hostile or huge. Arguments and results can be sent between
 * processes, in parts of limited size.
 */
export type SourceSession = {
  summary(): Promise<SessionSummary>;
  /** The items of another system, or the tables of an export, in parts. */
  rows(): AsyncIterable<Rows>;
  /** Gives posts their slugs here, in the order of the items: the next ones. To be called before any is prepared. */
  assignSlugs(slugs: readonly string[]): Promise<void>;
  /** A post of another system, whose links and pictures lead here. */
  prepare(position: number): Promise<Result<PreparedPost>>;
  /** Reads a post of an export. @param slug the slug that it gets on this site */
  readPost(index: number, slug: string): Promise<Result<ReadPost>>;
  /** The versions of a post of an export before the latest, the newest first. */
  versions(index: number, slug: string): AsyncIterable<OtherSitesVersion>;
  /** A file. @throws UnreadableFileError */
  content(path: string): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
};

export type OpenSession = (
  request: SourceRequest,
  host: SourceHost,
  signal?: AbortSignal,
) => Promise<Result<SourceSession>>;

/** A source exceeded the limits of memory or time; the message is for the person who imports. */
export class SourceAbandonedError extends Error {
  override name = 'SourceAbandonedError';
}

/** Rows that are sent at once. */
const ROWS = 200;

export const openSession: OpenSession = async (request, host) => {
  const opened = await openFiles(request.path, request.name);
  if (!opened.ok) return opened;
  const files = withProgress(opened.value, host);
  const session = await readFiles(files, request, host);
  if (!session.ok) await files.close();
  return session;
};

async function readFiles(
  files: SourceFiles,
  request: SourceRequest,
  host: SourceHost,
): Promise<Result<SourceSession>> {
  const crate = await openCrate(files);
  if (crate?.ok === false) return crate;
  if (crate !== null) {
    const longest = Math.max(...TABLES.map((table) => crate.value[table].length));
    return longest > SOURCE_LIMITS.files ? tooMany(longest) : succeed(crateSession(crate.value));
  }
  const source = await recognize(files, request.options);
  if (!source.ok) return source;
  const items = [...source.value.items, ...linkItems(files)];
  if (items.length > SOURCE_LIMITS.files) return tooMany(items.length);
  return succeed(sourceSession({ ...source.value, items }, request, host));
}

function tooMany(items: number): Result<never> {
  const detail = `The source holds ${items} items; at most ${SOURCE_LIMITS.files} are read.`;
  return fail({ kind: 'too-large', detail });
}

function sourceSession(source: Source, request: SourceRequest, host: SourceHost): SourceSession {
  const { files, system, notes } = source;
  const items: SourceItem[] = source.items;
  const slugs = new Map<string, string>();
  let assigned = 0;
  const resolve = createResolver(source);
  const { pages, isDryRun, fetchesPictures } = request;
  const fetch: Media['fetch'] = (url) => (fetchesPictures ? host.fetch(url) : null);
  const media: Media = isDryRun
    ? previewMedia(files, fetchesPictures)
    : { store: host.store, fetch, fetchesPictures };
  const context = {
    resolve,
    media,
    slugOf: ({ key, slug }: PostItem) => slugs.get(key) || slug,
    isOwnPath: (url: string) =>
      url.startsWith('/media/') || pages.includes(url.replace(/[?#].*/s, '')),
  };
  return {
    ...sessionOf(files),
    summary: async () => summaryOf(files, { system, total: items.length, notes }),
    async *rows() {
      for (let at = 0; at < items.length; at += ROWS) yield items.slice(at, at + ROWS).map(toHead);
    },
    async assignSlugs(next) {
      for (const slug of next) {
        const item = items[assigned++];
        if (item !== undefined) slugs.set(item.key, slug);
      }
    },
    async prepare(position) {
      const item = items[position];
      if (item?.kind !== 'post') throw new Error(`Item ${position} is not a post`);
      const loaded = await item.load();
      if (!loaded.ok) return loaded;
      const post = await preparePost(loaded.value, item, context);
      return post.ok ? succeed({ ...post.value, notes: fitNotes(post.value.notes) }) : post;
    },
  };
}

function crateSession(crate: Crate): SourceSession {
  const { files } = crate;
  const lineAt = (index: number) => {
    const line = crate.posts[index];
    if (line === undefined) throw new Error(`There is no post ${index}`);
    return line;
  };
  const { system, items, notes } = summarizeCrate(crate);
  return {
    ...sessionOf(files),
    summary: async () => summaryOf(files, { system, total: items.length, notes }),
    async *rows() {
      for (const table of TABLES) {
        for (let at = 0; at < crate[table].length; at += ROWS) {
          yield { table, rows: crate[table].slice(at, at + ROWS) } as Rows;
        }
      }
    },
    async readPost(index, slug) {
      const post = await readPost(files, lineAt(index), slug);
      if (!post.ok) return post;
      try {
        // They are read again in the transaction that writes them.
        for await (const _ of readOthers(files, lineAt(index), post.value.post));
        return post;
      } catch (error) {
        if (!(error instanceof DamagedVersionsError)) throw error;
        return fail({ kind: 'malformed', detail: error.message });
      }
    },
    async *versions(index, slug) {
      if (lineAt(index).versions === null) return;
      const post = await readPost(files, lineAt(index), slug);
      if (!post.ok) throw new Error(`Post ${index} can no longer be read`);
      yield* readOthers(files, lineAt(index), post.value.post);
    },
  };
}

/** What both kinds of sessions have in common; calls of the other kind throw. */
function sessionOf(files: SourceFiles): Omit<SourceSession, 'summary' | 'rows'> {
  const refuse = () => {
    throw new Error('This source is of a different kind');
  };
  return {
    assignSlugs: refuse,
    prepare: refuse,
    readPost: refuse,
    versions: refuse,
    async *content(path) {
      const content = await files.stream(path);
      if (!content.ok) throw new UnreadableFileError(reasonOf(content));
      try {
        yield* content.value;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new UnreadableFileError(`the file cannot be read (${message})`, { cause: error });
      }
    },
    close: () => files.close(),
  };
}

/** Reports progress for every file that is read, and lets waiting calls be answered in between. */
function withProgress(files: SourceFiles, host: SourceHost): SourceFiles {
  async function* reporting(content: AsyncIterable<Uint8Array>) {
    for await (const chunk of content) {
      host.progress();
      yield chunk;
    }
  }
  return {
    ...files,
    async read(path) {
      host.progress();
      await setImmediate();
      return files.read(path);
    },
    async stream(path) {
      const content = await files.stream(path);
      return content.ok ? succeed(reporting(content.value)) : content;
    },
  };
}

function summaryOf(
  { name }: SourceFiles,
  { notes, ...summary }: Omit<SessionSummary, 'name'>,
): SessionSummary {
  return { ...summary, name, notes: fitNotes(notes) };
}

function toHead(item: SourceItem): ItemHead {
  const { key, label, kind } = item;
  if (kind !== 'post') return { key, label, kind, reason: item.reason };
  const { title, slug, date } = item;
  return { key, label, kind, title, slug, date };
}

function linkItems({ links = [] }: SourceFiles): SourceItem[] {
  return links.map((path) => ({
    key: fitText(`link:${path}`, 500),
    label: fitText(path, 500),
    kind: 'left-out',
    reason: 'a symbolic link, which is not followed. Put the file itself there',
  }));
}
