import { createHash } from 'node:crypto';
import { LIMITS } from '../posts/post.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { onDayThere } from './dates.ts';
import type { Note, PostItem, ReadOptions, Source, SourceItem, SourcePost } from './source.ts';

/** Limits of what is stored of a source beside its posts: lengths in UTF-16 code units, and counts. */
const KEPT = {
  /** Bytes of UTF-8: an index of PostgreSQL holds no more than 2,704. */
  keyBytes: 2_000,
  label: 1_000,
  date: 40,
  /** Paths that led to one post. */
  paths: 500,
  tags: 2 * LIMITS.tags,
  note: 2_000,
  notes: 100,
} as const;

/** Cuts a text to a length, and removes what a database cannot store. */
export function fitText(text: string, maxLength: number): string {
  const fitted = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  return fitted.replaceAll('\0', '').toWellFormed();
}

/** Limits what readers find in a source. The texts of its posts are checked when they are prepared. */
export function fitSource(source: Source, options: ReadOptions): Source {
  const { items }: { items: SourceItem[] } = source;
  return {
    ...source,
    items: items.map((item) => fitItem(item, options)),
    notes: fitNotes(source.notes),
  };
}

function fitItem(item: SourceItem, options: ReadOptions): SourceItem {
  const known = { key: fitKey(item.key), label: fitText(item.label, KEPT.label) };
  if (item.kind === 'post') return { ...item, ...known, ...fitPost(item, options) };
  return { ...item, ...known, reason: fitText(item.reason, KEPT.note) };
}

function fitPost({ title, date, formerPaths, load }: PostItem, { timeZone, now }: ReadOptions) {
  const written = date !== null && date.length > KEPT.date ? null : date;
  return {
    title: fitText(title, LIMITS.title),
    date: written && timeZone && now ? onDayThere(written, timeZone, now) : written,
    formerPaths: formerPaths.slice(0, KEPT.paths),
    async load(): Promise<Result<SourcePost>> {
      const loaded = await load().catch(refuseLimits);
      if (!loaded.ok) return loaded;
      const { draft, notes } = loaded.value;
      if (draft.content.length > 2 * LIMITS.content) return TOO_LONG;
      const tags = draft.tags ?? [];
      return succeed({
        ...loaded.value,
        draft: { ...draft, tags: tags.slice(0, KEPT.tags) },
        notes: fitNotes([
          ...lostAfter('tags', tags.length, KEPT.tags),
          ...lostAfter('former addresses', formerPaths.length, KEPT.paths),
          ...notes,
        ]),
      });
    },
  };
}

const TOO_LONG = fail({
  kind: 'malformed',
  detail: `content: Must have at most ${LIMITS.content} characters`,
});

/** Makes a failure of a RangeError: the call stack, or the longest possible string, was exceeded. */
export function refuseLimits(error: unknown): Result<never> {
  if (!(error instanceof RangeError)) throw error;
  const detail = 'its text is nested too deeply, or becomes too long';
  return fail({ kind: 'malformed', detail });
}

function lostAfter(what: string, found: number, kept: number): Note[] {
  if (found <= kept) return [];
  return [
    { kind: 'lost', message: `${found - kept} of its ${what}: only the first ${kept} are kept.` },
  ];
}

/** Notes of a limited number and length. */
export function fitNotes(notes: readonly Note[]): Note[] {
  const fitted = notes
    .slice(0, KEPT.notes)
    .map(({ kind, message }) => ({ kind, message: fitText(message, KEPT.note) }));
  const rest = notes.length - fitted.length;
  return rest === 0 ? fitted : [...fitted, { kind: 'lost', message: `${rest} more notes.` }];
}

/** Replaces a key that an index cannot hold by its hash. */
function fitKey(key: string): string {
  const isKept =
    Buffer.byteLength(key) <= KEPT.keyBytes && key.isWellFormed() && !key.includes('\0');
  if (isKept) return key;
  return `${fitText(key, 100)}#${createHash('sha256').update(JSON.stringify(key)).digest('hex')}`;
}
