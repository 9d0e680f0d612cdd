import type { PostDraft } from '../posts/post-input.ts';
import type { Result } from '../server/failure.ts';

/** Systems whose exports can be read. */
export const SYSTEMS = ['ligara', 'markdown', 'ghost', 'wordpress', 'substack', 'medium'] as const;
export type System = (typeof SYSTEMS)[number];

/** Something that does not come along, or comes as something else. */
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
  /** The content of a file of any size. Throws while it is read where it is broken. */
  stream(path: string): Promise<Result<AsyncIterable<Uint8Array>>>;
  close(): Promise<void>;
};

/** A post as another system has it, its links and pictures still as they are there. */
export type SourcePost = {
  draft: PostDraft;
  /** Where relative URLs of the body and the cover start: the folder of the file, with slashes, or a path of the site. */
  base: string;
  /** The path that its page had there, where it is known: other relative URLs start at it. */
  page?: string | undefined;
  /** Files that belong to it, which its text may or may not show. */
  beside?: readonly string[];
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
      /** The one that it should have here, by its former address. */
      slug: string;
      status: 'published' | 'draft';
      /** ISO 8601, or null. */
      date: string | null;
      /** Paths that it had on its former site, or that led there. */
      formerPaths: string[];
      load: () => Promise<Result<SourcePost>>;
    }
  /** Not a post, or one that cannot be read. */
  | { kind: 'left-out' | 'unreadable'; reason: string }
);

export type PostItem = Extract<SourceItem, { kind: 'post' }>;

/** What is known of any source. */
export type SourceSummary = {
  system: System;
  files: SourceFiles;
  items: readonly Pick<SourceItem, 'key' | 'label'>[];
  /** About the source as a whole. */
  notes: Note[];
};

/** A source of another system whose items are known. */
export type Source = SourceSummary & {
  items: SourceItem[];
  /** Origins of the former site, such as `https://old.example`: its own links lead there. */
  origins: string[];
};

export type ReadOptions = {
  /** The present instant, ISO 8601 in UTC. */
  now?: string | undefined;
  /** This site's zone, an IANA name: days are shown in it. */
  timeZone?: string | undefined;
  /** The URL of the former site, for sources that do not tell it. */
  siteUrl?: string | undefined;
  /** The author of posts that name none. */
  author?: string | undefined;
};

/** Reads a source, or returns null when it is none of this system. */
export type SourceReader = (
  files: SourceFiles,
  options: ReadOptions,
) => Promise<Result<Source> | null>;
