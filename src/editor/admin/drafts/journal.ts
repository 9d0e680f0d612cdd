import { retention } from '../../../content/retention.ts';
import type { PostFormValues } from '../../../posts/admin/post-form-values.ts';
import { store } from '../../../ui/storage.ts';

/**
 * The unsaved values of a form, stored in this browser after each change until they are saved: they survive
 * a closed tab, a crash, an expired session and a dead network. Each open form has its own entry, so that
 * two tabs with one post do not overwrite each other.
 */
export type JournalEntry = {
  /** The id of the edited post, or the key of a new one. */
  document: string;
  /** The open form that wrote it. */
  form: string;
  /** The email of the administrator: a browser may have more than one. */
  writer: string;
  values: PostFormValues;
  /** The edited version of the post; null for a new post. */
  version: number | null;
  /** ISO 8601. */
  writtenAt: string;
  /** The greatest sequence that this form has sent to the server; 0 for none. */
  sequence?: number;
  /** The writer has declined it: it is not offered again. */
  isDeclined?: true;
};

const PREFIX = 'journal:';

/** @returns false when the browser's storage is full or blocked */
export function writeJournal(entry: JournalEntry): boolean {
  return store(localStorage, PREFIX + entry.form, JSON.stringify(entry));
}

export function deleteJournal(form: string): void {
  localStorage.removeItem(PREFIX + form);
}

/** A writer's entries, latest first. Expired entries of all writers are deleted. */
export async function journalOf(
  writer: string | undefined,
): Promise<(JournalEntry & { isOpen: boolean })[]> {
  const open = await openForms();
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => readEntry(key) ?? [])
    .filter((entry) => entry.writer === writer)
    .map((entry) => ({ ...entry, isOpen: open.has(entry.form) }))
    .sort((a, b) => b.writtenAt.localeCompare(a.writtenAt));
}

const RETENTION_MS = retention.autosaves.days * 24 * 60 * 60 * 1000;

/** Null for an expired or malformed entry, which is deleted. */
function readEntry(key: string): JournalEntry | null {
  const entry = parse(localStorage.getItem(key));
  const writtenAt = Date.parse(entry?.writtenAt ?? '');
  if (entry !== null && Date.now() - writtenAt < RETENTION_MS) return entry;
  localStorage.removeItem(key);
  return null;
}

function parse(text: string | null): JournalEntry | null {
  try {
    return JSON.parse(text ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Marks a form as open by a Web Lock, which the browser releases when the page closes or crashes.
 *
 * @returns releases the lock
 */
export function lockForm(form: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void locks()?.request(PREFIX + form, () => promise);
  closed.delete(form);
  return () => {
    closed.add(form);
    resolve();
  };
}

/** Forms that this page has closed: a lock is released asynchronously. */
const closed = new Set<string>();

/** Undefined in insecure contexts. */
function locks(): LockManager | undefined {
  return navigator.locks;
}

async function openForms(): Promise<Set<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set(
    held
      .map(({ name = '' }) => name)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length))
      .filter((form) => !closed.has(form)),
  );
}
