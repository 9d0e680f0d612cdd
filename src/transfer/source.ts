import type { Root } from 'hast';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { PostDraft } from '../posts/post-input.ts';
import type { Tables } from '../server/db/tables.ts';
import { BusyError, type Result } from '../server/failure.ts';
import type { Site } from '../site.ts';
import type { Changes } from './html.ts';
import type { ImportedItem } from './import.ts';
import { fitText } from './text.ts';

export type System = 'ligara' | 'markdown' | 'ghost' | 'wordpress';

/** The message is one line for the person who imports. */
export class SourceError extends Error {
  override name = 'SourceError';
}

/** @throws any other error */
export function describeSourceError(error: unknown): string {
  // A text that is nested too deeply, or becomes too long, ends a call with it.
  if (error instanceof RangeError) return 'its text is nested too deeply, or becomes too long';
  // A slow machine has not started a thread in time: the post is imported by the next run.
  if (error instanceof SourceError || error instanceof BusyError) return error.message;
  throw error;
}

/** UTF-16 code units: a reason may quote the source. */
const MAX_REASON = 1_000;

/** The value of a result. @throws SourceError when it failed */
export function orThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { failure } = result;
  const reason =
    failure.kind === 'invalid'
      ? failure.issues.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ')
      : failure.detail;
  throw new SourceError(fitText(reason, MAX_REASON));
}

/** The value that a schema makes of another. @throws SourceError that names the first part that does not fit */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new SourceError(describeIssue(result.error));
}

export function describeIssue({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.map(String).join('.') || 'it'}: ${issue?.message}`;
}

/** Reading throws a `SourceError` where a file is broken. */
export type SourceFiles = {
  /** Paths with slashes, sorted. */
  paths: readonly string[];
  /** Paths of symbolic links, which are not followed. */
  links: readonly string[];
  stream(path: string): AsyncIterable<Uint8Array>;
  close(): void;
};

export type SourcePost = {
  /** Its slug, status and date are those of its item. */
  draft: Omit<PostDraft, 'slug' | 'status' | 'publishDate'>;
  format?: 'html' | undefined;
  /** Where relative URLs start: the folder of the file, with a slash at its end, or a path of the site. */
  base: string;
  /** The former path of its page, if it is known: other relative URLs start there. */
  page?: string | undefined;
  fields?: Readonly<Record<string, unknown>>;
  adjust?: ((tree: Root, changes: Changes) => void) | undefined;
  notes: string[];
  write?: (trx: Kysely<Tables>, id: string) => Promise<void>;
};

export type PostItem = {
  kind: 'post';
  /** Identifies the post among all sources of its system; date and title are added when it is stored. */
  key: string;
  /** The path or title by which its author knows it. */
  label: string;
  title: string;
  /** The slug that it should get, by its former URL; once it is planned, the one that it gets or has here. */
  slug: string;
  skipped?: string;
  status: 'published' | 'draft';
  /** ISO 8601, or null. */
  date: string | null;
  formerPaths: string[];
  notes: string[];
  load: () => SourcePost | Promise<SourcePost>;
};

export type PartItem = {
  kind: 'part';
  label: string;
  write: (site: Site, files: SourceFiles, isDryRun: boolean) => Promise<Outcome>;
};
export type Outcome = Pick<ImportedItem, 'outcome'> & Partial<ImportedItem>;

export type SourceItem = PostItem | PartItem;

export function leftOut(label: string, outcome: 'skipped' | 'failed', reason: string): PartItem {
  return { kind: 'part', label, write: async () => ({ outcome, reason }) };
}

export type Source = {
  system: System;
  files: SourceFiles;
  items: SourceItem[];
  notes: string[];
  /** Origins of the former site, such as `https://old.example`. */
  origins: string[];
};

export type ReadOptions = {
  /** The current instant, ISO 8601 in UTC. */
  now: string;
  siteUrl?: string | undefined;
  author?: string | undefined;
};

/** Reads a source, or returns null when it is of another system. @throws SourceError */
export type SourceReader = (files: SourceFiles, options: ReadOptions) => Promise<Source | null>;

/** Origins of the URLs that are some. */
export function originsOf(...urls: (string | undefined)[]): string[] {
  return urls.flatMap((url) => URL.parse(url ?? '')?.origin ?? []);
}

export function listed(what: string, values: Iterable<string>, max = 5): string[] {
  const unique = [...new Set(values)];
  if (unique.length === 0) return [];
  const more = unique.length > max ? [`${unique.length - max} more`] : [];
  const named = unique.slice(0, max).map((value) => fitText(value, 120));
  return [`${what}: ${[...named, ...more].join(', ').replace(/\.$/, '')}.`];
}

export const UNTITLED = 'Untitled';

/** The status of what was not public, or not a post. */
export function asDraft(why: string): Pick<PostItem, 'status' | 'notes'> {
  return { status: 'draft', notes: [`${why}, so it is imported as a draft.`] };
}
