import { store } from '../ui/storage.ts';
import { readAutosave } from './api.ts';
import { type JournalEntry, leftEntries } from './journal.ts';
import { isSame, type PostFormValues } from './post-form-values.ts';
import { storedSession } from './session.ts';

/** What was typed and not saved, found again. */
export type KeptDraft = Pick<JournalEntry, 'document' | 'values' | 'version' | 'writtenAt'> & {
  /** The form of this browser that wrote it; null when it comes from the server. */
  form: string | null;
};

export type Found = {
  /** Of this same tab, which was loaded again or came back from a crash: it goes on as it was. */
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

/** What was typed into the form of a post and not saved. */
export async function keptOfPost(document: string, saved: PostFormValues): Promise<Found> {
  const found = await keptWhere((entry) => entry.document === document);
  if (found.kept !== null || found.offered !== null) return found;
  const answer = await readAutosave(document);
  if (!answer.ok) return found;
  const { savedAt, ...autosave } = answer.value;
  const values = { ...saved, ...autosave.values };
  if (isSame(values, saved)) return found;
  return { kept: null, offered: { ...autosave, values, writtenAt: savedAt, form: null } };
}

/** What was typed into a form for a new post and not saved. */
export function keptOfNewPost(): Promise<Found> {
  return keptWhere((entry) => entry.version === null);
}

async function keptWhere(isWanted: (entry: JournalEntry) => boolean): Promise<Found> {
  const writer = storedSession()?.email;
  const entries = (await leftEntries()).filter(
    (entry) => entry.writer === writer && isWanted(entry),
  );
  const own = sessionStorage.getItem(OPEN_FORM);
  const kept = entries.find(({ form }) => form === own) ?? null;
  return { kept, offered: kept === null ? (entries[0] ?? null) : null };
}
