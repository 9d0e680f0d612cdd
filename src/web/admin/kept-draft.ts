import type { AutosaveSummary } from '../../domain/posts/autosaves.ts';
import { store } from '../ui/storage.ts';
import { type Autosave, discardAutosave, listAutosaves, readAutosave } from './api.ts';
import { newFormId } from './form-id.ts';
import { forgetJournal, type JournalEntry, journalOf, writeJournal } from './journal.ts';
import { isSame, type PostFormValues } from './post-form-values.ts';
import { storedSession } from './session.ts';

/** What was typed and not saved, found again. */
export type KeptDraft = Pick<JournalEntry, 'document' | 'values' | 'version' | 'writtenAt'> & {
  /** The form of this browser that wrote it; null when it comes from the server. */
  form: string | null;
  /** The sequence that it has on the server; 0 when that is unknown. */
  sequence: number;
};

export type Found = {
  /** What the form goes on with: of this same tab, which was loaded again, or chosen from a list. */
  kept: KeptDraft | null;
  /** Left behind in another way: the writer decides. */
  offered: KeptDraft | null;
};

const OPEN_FORM = 'openForm';

/** Remembers which form this tab shows, through a reload or a crash. */
export function rememberForm(form: string): () => void {
  store(sessionStorage, OPEN_FORM, form);
  return () => sessionStorage.removeItem(OPEN_FORM);
}

/**
 * What was typed into the form of a post and not saved, in this browser or another.
 *
 * @param isChosen the writer has chosen it from the list of unsaved drafts
 */
export async function keptOfPost(
  document: string,
  saved: PostFormValues,
  isChosen: boolean,
): Promise<Found> {
  const left = await leftEntries();
  const own = ownEntry(left);
  if (own?.document === document) return { kept: ofJournal(own), offered: null };
  const { entry, autosave } = await latestOf(document, left);
  const draft = entry !== null ? ofJournal(entry) : autosave && ofServer(autosave, saved);
  if (draft === null || isSame(draft.values, saved)) return { kept: null, offered: null };
  if (isChosen) return { kept: draft, offered: null };
  return { kept: null, offered: entry?.isDeclined ? null : draft };
}

/**
 * What was typed into a form for a new post and not saved.
 *
 * @param chosen the document that the writer has chosen from the list of unsaved drafts
 */
export async function keptOfNewPost(saved: PostFormValues, chosen: string | null): Promise<Found> {
  const left = await leftEntries();
  const own = ownEntry(left);
  if (chosen !== null) {
    const { entry, autosave } = await latestOf(chosen, left);
    const draft = entry !== null ? ofJournal(entry) : autosave && ofServer(autosave, saved);
    if (draft !== null) return { kept: draft, offered: null };
  } else if (own?.version === null) return { kept: ofJournal(own), offered: null };
  const offered = left.find(({ version, isDeclined }) => version === null && !isDeclined);
  return { kept: null, offered: offered === undefined ? null : ofJournal(offered) };
}

/** Does not offer it again here: it stays in the list of unsaved drafts until it expires. */
export function declineDraft(draft: KeptDraft): void {
  const writer = storedSession()?.email ?? '';
  writeJournal({ ...draft, form: draft.form ?? newFormId(), writer, isDeclined: true });
}

/** Something typed and not saved, as the dashboard lists it. */
export type UnsavedDraft = Pick<AutosaveSummary, 'document' | 'title' | 'slug'> & {
  /** ISO 8601. */
  writtenAt: string;
};

/** What no other tab has open: all that is on the server, and new posts that are in this browser alone. */
export async function unsavedDrafts(): Promise<UnsavedDraft[]> {
  const [answer, entries] = await Promise.all([listAutosaves(), journalOf(storedSession()?.email)]);
  // While this tab leaves a form for the list, the form is still open.
  const own = sessionStorage.getItem(OPEN_FORM);
  const isElsewhere = (entry: (typeof entries)[number]) => entry.isOpen && entry.form !== own;
  const open = new Set(entries.filter(isElsewhere).map(({ document }) => document));
  const drafts = new Map<string, UnsavedDraft>();
  for (const { document, values, version, writtenAt } of entries.toReversed()) {
    if (version === null)
      drafts.set(document, { document, title: values.title, slug: null, writtenAt });
  }
  for (const { document, title, slug, savedAt } of answer.ok ? answer.value.autosaves : []) {
    const writtenAt = savedAt;
    const here = drafts.get(document);
    if (here === undefined || here.writtenAt < writtenAt) {
      drafts.set(document, { document, title, slug, writtenAt });
    }
  }
  return [...drafts.values()]
    .filter(({ document }) => !open.has(document))
    .sort((a, b) => b.writtenAt.localeCompare(a.writtenAt));
}

/** Throws away what was typed, here and on the server. */
export async function discardDraft(document: string) {
  for (const entry of await leftEntries()) {
    if (entry.document === document) forgetJournal(entry.form);
  }
  return discardAutosave(document);
}

async function leftEntries() {
  return (await journalOf(storedSession()?.email)).filter(({ isOpen }) => !isOpen);
}

/** What this same tab was writing when it was loaded again. */
function ownEntry<T extends JournalEntry>(left: readonly T[]): T | undefined {
  const own = sessionStorage.getItem(OPEN_FORM);
  return left.find(({ form }) => form === own);
}

/**
 * Of what this browser and the server hold of a document, the later one. The server's is that when it has
 * a greater sequence and came later: a clock alone may be wrong, and a form that was closed at once has
 * used no sequence.
 */
async function latestOf(document: string, left: readonly JournalEntry[]) {
  const entry = left.find((each) => each.document === document) ?? null;
  const answer = await readAutosave(document);
  const autosave = answer.ok ? answer.value : null;
  const isLater =
    entry === null ||
    (autosave !== null &&
      autosave.sequence > (entry.sequence ?? 0) &&
      autosave.savedAt > entry.writtenAt);
  return isLater ? { entry: null, autosave } : { entry, autosave: null };
}

function ofJournal(entry: JournalEntry): KeptDraft {
  const { document, values, version, writtenAt, form, sequence = 0 } = entry;
  return { document, values, version, writtenAt, form, sequence };
}

function ofServer({ savedAt, ...autosave }: Autosave, saved: PostFormValues): KeptDraft {
  const values = { ...saved, ...autosave.values };
  return { ...autosave, values, writtenAt: savedAt, form: null };
}
