import { caller } from '../../../admin/caller.ts';
import { storedSession } from '../../../admin/session/session.ts';
import { isSame, type PostFormValues } from '../../../posts/admin/post-form-values.ts';
import type { autosaves } from '../../../posts/api/autosaves.ts';
import type { Autosave, AutosaveSummary } from '../../../posts/autosaves.ts';
import { store } from '../../../ui/storage.ts';
import { newFormId } from './form-id.ts';
import { deleteJournal, type JournalEntry, journalOf, writeJournal } from './journal.ts';

const api = caller<typeof autosaves>();

/** Unsaved values that were found again. */
export type RecoveredDraft = Pick<JournalEntry, 'document' | 'values' | 'version' | 'writtenAt'> & {
  /** The form of this browser that wrote it; null for an autosave of the server. */
  form: string | null;
  /** Its sequence on the server; 0 when it is unknown. */
  sequence: number;
  /** The number of the earlier version that it is. */
  restored?: number;
};

export type Recovery = {
  /** The draft that the form starts with: of this tab before a reload, or chosen from the list. */
  resumed: RecoveredDraft | null;
  /** Any other draft: the writer decides. */
  offered: RecoveredDraft | null;
};

const OPEN_FORM = 'openForm';

/**
 * Stores which form this tab shows, through a reload or a crash.
 *
 * @returns removes it
 */
export function rememberForm(form: string): () => void {
  store(sessionStorage, OPEN_FORM, form);
  return () => sessionStorage.removeItem(OPEN_FORM);
}

/**
 * Finds the unsaved values of a post, in this browser or on the server.
 *
 * @param isChosen the writer has chosen the draft from the list of unsaved drafts
 */
export async function recoverPostDraft(
  document: string,
  saved: PostFormValues,
  isChosen: boolean,
): Promise<Recovery> {
  const closed = await closedEntries();
  const own = ownEntry(closed);
  if (own?.document === document) return { resumed: ofJournal(own, saved), offered: null };
  const { entry, autosave } = await latestOf(document, closed);
  const draft = entry !== null ? ofJournal(entry, saved) : autosave && ofServer(autosave, saved);
  if (draft === null || isSame(draft.values, saved)) return { resumed: null, offered: null };
  if (isChosen) return { resumed: draft, offered: null };
  return { resumed: null, offered: entry?.isDeclined ? null : draft };
}

/**
 * Finds the unsaved values of a new post.
 *
 * @param chosen the document that the writer has chosen from the list of unsaved drafts
 */
export async function recoverNewPostDraft(
  saved: PostFormValues,
  chosen: string | null,
): Promise<Recovery> {
  const closed = await closedEntries();
  const own = ownEntry(closed);
  if (chosen !== null) {
    const { entry, autosave } = await latestOf(chosen, closed);
    const draft = entry !== null ? ofJournal(entry, saved) : autosave && ofServer(autosave, saved);
    if (draft !== null) return { resumed: draft, offered: null };
  } else if (own?.version === null) return { resumed: ofJournal(own, saved), offered: null };
  const offered = closed.find(({ version, isDeclined }) => version === null && !isDeclined);
  return { resumed: null, offered: offered === undefined ? null : ofJournal(offered, saved) };
}

/** A declined draft is not offered again; it stays in the list of unsaved drafts until it expires. */
export function declineDraft(draft: RecoveredDraft): void {
  const writer = storedSession()?.email ?? '';
  writeJournal({ ...draft, form: draft.form ?? newFormId(), writer, isDeclined: true });
}

/**
 * Starts a form with an earlier version as its unsaved text. Other unsaved text stays in the journal and is offered: the
 * form's autosaves replace that of the server.
 */
export function recoverRestored(restored: RecoveredDraft, { offered }: Recovery): Recovery {
  if (offered === null) return { resumed: restored, offered };
  const kept = { ...offered, form: offered.form ?? newFormId() };
  writeJournal({ ...kept, writer: storedSession()?.email ?? '' });
  return { resumed: restored, offered: kept };
}

/** An unsaved draft in the dashboard's list. */
export type UnsavedDraft = Pick<AutosaveSummary, 'document' | 'title' | 'slug'> & {
  /** ISO 8601. */
  writtenAt: string;
};

/**
 * All autosaves on the server, and new posts of this browser's journal, except documents that are open in
 * another tab.
 */
export async function unsavedDrafts(): Promise<UnsavedDraft[]> {
  // This tab's own form may still be open while it navigates to the list, and closes before the list is loaded.
  const own = sessionStorage.getItem(OPEN_FORM);
  const [answer, entries] = await Promise.all([
    api('GET', '/admin/autosaves'),
    journalOf(storedSession()?.email),
  ]);
  const isElsewhere = (entry: (typeof entries)[number]) => entry.isOpen && entry.form !== own;
  const open = new Set(entries.filter(isElsewhere).map(({ document }) => document));
  const drafts = new Map<string, UnsavedDraft>();
  for (const { document, values, version, writtenAt } of entries.toReversed()) {
    if (version === null)
      drafts.set(document, { document, title: values.title, slug: null, writtenAt });
  }
  for (const { document, title, slug, savedAt } of answer.ok ? answer.value.autosaves : []) {
    const writtenAt = savedAt;
    const local = drafts.get(document);
    if (local === undefined || local.writtenAt < writtenAt) {
      drafts.set(document, { document, title, slug, writtenAt });
    }
  }
  return [...drafts.values()]
    .filter(({ document }) => !open.has(document))
    .sort((a, b) => b.writtenAt.localeCompare(a.writtenAt));
}

/** Deletes a draft in this browser and on the server. */
export async function discardDraft(document: string) {
  for (const entry of await closedEntries()) {
    if (entry.document === document) deleteJournal(entry.form);
  }
  return api('DELETE', '/admin/autosaves/:document', { param: { document }, query: {} });
}

/** The writer's journal entries whose form is not open. */
async function closedEntries() {
  return (await journalOf(storedSession()?.email)).filter(({ isOpen }) => !isOpen);
}

/** The entry of this tab's form before a reload. */
function ownEntry<T extends JournalEntry>(closed: readonly T[]): T | undefined {
  const own = sessionStorage.getItem(OPEN_FORM);
  return closed.find(({ form }) => form === own);
}

/**
 * The later one of a document's journal entry and autosave. The autosave is later if its sequence is greater
 * and its time later: a clock alone may be wrong, and a form that was closed at once has used no sequence.
 */
async function latestOf(document: string, closed: readonly JournalEntry[]) {
  const entry = closed.find((each) => each.document === document) ?? null;
  const answer = await api('GET', '/admin/autosaves/:document', { param: { document } });
  const autosave = answer.ok ? answer.value : null;
  const isLater =
    entry === null ||
    (autosave !== null &&
      autosave.sequence > (entry.sequence ?? 0) &&
      autosave.savedAt > entry.writtenAt);
  return isLater ? { entry: null, autosave } : { entry, autosave: null };
}

/** An older version of this program may have written the entry, without every field. */
function ofJournal(entry: JournalEntry, saved: PostFormValues): RecoveredDraft {
  const { document, version, writtenAt, form, sequence = 0 } = entry;
  const values = { ...saved, ...entry.values };
  return { document, values, version, writtenAt, form, sequence };
}

function ofServer({ savedAt, ...autosave }: Autosave, saved: PostFormValues): RecoveredDraft {
  const values = { ...saved, ...autosave.values };
  return { ...autosave, values, writtenAt: savedAt, form: null };
}
