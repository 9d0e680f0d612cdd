import type { PostDraft } from '../posts/post-input.ts';
import type { Result } from '../server/failure.ts';

/** Systems whose exports can be read. */
export const SYSTEMS = ['ligara', 'markdown', 'ghost', 'wordpress'] as const;
export type System = (typeof SYSTEMS)[number];

/** Something that is lost or changed by an import; for people. */
export type Note = { kind: 'lost' | 'changed'; message: string };

/** The files of what is imported: a folder, a zip or a single file. */
export type SourceFiles = {
  /** Name of the folder or file. */
  name: string;
  /** Paths of all files, with slashes, sorted. */
  paths: readonly string[];
  /** Paths of symbolic links, which are not followed. */
  links?: readonly string[];
  /** Fails in words when the file cannot be read or is too large. */
  read(path: string): Promise<Result<Uint8Array>>;
  /** The content of a file of any size. The iterable throws where the file is broken. */
  stream(path: string): Promise<Result<AsyncIterable<Uint8Array>>>;
  close(): Promise<void>;
};

/** A post of another system; its links and pictures are not rewritten yet. */
export type SourcePost = {
  /** Its slug, status and date are those of its item. */
  draft: Omit<PostDraft, 'slug' | 'status' | 'publishDate'>;
  /** Where relative URLs of the body and the cover start: the folder of the file, with slashes, or a path of the site. */
  base: string;
  /** The former path of its page, if it is known: other relative URLs start there. */
  page?: string | undefined;
  /** Files that belong to it, which its text may or may not show. */
  bundleFiles?: readonly string[];
  notes: Note[];
};

/** What is known of an item before its text is read. */
export type SourceItem = {
  /** Identifies the item among all sources of its system. */
  key: string;
  /** The path or title by which its author knows it. */
  label: string;
} & (
  | {
      kind: 'post';
      title: string;
      /** The slug that it should get, by its former URL. */
      slug: string;
      status: 'published' | 'draft';
      /** ISO 8601, or null. */
      date: string | null;
      /** Paths on the former site that led to it. */
      formerPaths: string[];
      /** What is lost or changed, as far as it is known before the text is read. */
      notes: Note[];
      load: () => Promise<Result<SourcePost>>;
    }
  /** Not a post, or one that cannot be read. */
  | { kind: 'left-out' | 'unreadable'; reason: string }
);

export type PostItem = Extract<SourceItem, { kind: 'post' }>;

/** A source of another system whose items are known. */
export type Source = {
  system: System;
  files: SourceFiles;
  items: SourceItem[];
  /** About the source as a whole. */
  notes: Note[];
  /** Origins of the former site, such as `https://old.example`. */
  origins: string[];
};

export type ReadOptions = {
  /** The current instant, ISO 8601 in UTC. */
  now?: string | undefined;
  /** This site's zone, an IANA name: days are shown in it. */
  timeZone?: string | undefined;
  /** The URL of the former site, for sources that do not contain it. */
  siteUrl?: string | undefined;
  /** The author of posts without one. */
  author?: string | undefined;
};

/** Reads a source, or returns null when it is of another system. */
export type SourceReader = (
  files: SourceFiles,
  options: ReadOptions,
) => Promise<Result<Source> | null>;
