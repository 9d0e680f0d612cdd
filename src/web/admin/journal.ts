import { retention } from '../../content/retention.ts';
import { store } from '../ui/storage.ts';
import type { PostFormValues } from './post-form-values.ts';

/**
 * What is being written, kept in this browser with every change until it is saved: a closed tab, a
 * crash, an ended session or a dead network lose nothing. Each open form keeps an entry of its own,
 * so that two tabs with one post do not write over each other.
 */
export type JournalEntry = {
  /** The id of the post that is edited, or the key of a new one. */
  document: string;
  /** The open form that wrote it. */
  form: string;
  /** The e-mail address of who wrote it: a browser may have more than one administrator. */
  writer: string;
  values: PostFormValues;
  /** The version of the post that was edited; null for a new post. */
  version: number | null;
  /** ISO 8601. */
  writtenAt: string;
  /** The greatest that this form has used on the server; 0 when it has used none. */
  sequence?: number;
  /** The writer did not want it back: it is not offered again. */
  isDeclined?: true;
};

const PREFIX = 'journal:';

/** @returns false when the browser has no room left, or keeps nothing at all */
export function writeJournal(entry: JournalEntry): boolean {
  return store(localStorage, PREFIX + entry.form, JSON.stringify(entry));
}

export function forgetJournal(form: string): void {
  localStorage.removeItem(PREFIX + form);
}

/**
 * A writer's entries, the latest first, and whether an open form is writing them. What has expired is
 * removed, of every writer.
 */
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

/** An entry; null for one that has expired or is none, which is removed. */
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
 * Marks a form as open, for as long as its page lives or until the answer is called. A lock ends by
 * itself with the page, also when that crashes.
 */
export function holdForm(form: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void locks()?.request(PREFIX + form, () => promise);
  closed.delete(form);
  return () => {
    closed.add(form);
    resolve();
  };
}

/** Forms that this page has closed: a lock ends some time after it is let go. */
const closed = new Set<string>();

/** Browsers have no locks on a plain http address other than this machine's own. */
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
