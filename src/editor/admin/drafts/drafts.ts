import { sendSilently } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { storedSession } from '../../../admin/session/session.ts';
import { retention } from '../../../content/retention.ts';
import { isSame, type PostFormValues } from '../../../posts/admin/post-form-values.ts';
import type { drafts } from '../../../posts/api/drafts.ts';
import type { DraftSummary, Writers } from '../../../posts/drafts.ts';
import { store } from '../../../ui/storage.ts';

/** A writer who types is not asked to sign in: the next save does. */
const api = caller<typeof drafts>(sendSilently);

/**
 * It is stored in this browser at once, and on the server after a pause: it survives a closed tab,
 * a crash, an expired session and a dead network.
 */
export type Draft = {
  post: string;
  tab: string;
  values: PostFormValues;
  /** The etag of the version that is edited; null for a new post. */
  base: string | null;
  /** ISO 8601. */
  savedAt: string;
};

/** A browser may have more than one administrator. */
type Entry = Draft & { writer: string };

const PREFIX = 'draft:';
const RETENTION_MS = retention.drafts.days * 24 * 60 * 60 * 1000;

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function keyOf({ post, tab }: Pick<Draft, 'post' | 'tab'>): string {
  return `${PREFIX}${post}:${tab}`;
}

/** @returns false when the browser's storage is full or blocked */
export function keepHere(draft: Draft, writer: string): boolean {
  const isKept = store(localStorage, keyOf(draft), JSON.stringify({ ...draft, writer }));
  // An older text would be taken for the latest.
  if (!isKept) localStorage.removeItem(keyOf(draft));
  return isKept;
}

/** Expired drafts of all writers are deleted. */
function draftsHere(): Draft[] {
  const writer = storedSession()?.email;
  const entries = Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? '') as Entry);
  const isExpired = ({ savedAt }: Entry) => Date.now() - Date.parse(savedAt) > RETENTION_MS;
  for (const entry of entries.filter(isExpired)) localStorage.removeItem(keyOf(entry));
  return entries.filter((entry) => entry.writer === writer && !isExpired(entry)).sort(byLatest);
}

function byLatest(a: { savedAt: string }, b: { savedAt: string }): number {
  return b.savedAt.localeCompare(a.savedAt);
}

/**
 * @param saved the values on the server: a draft that is equal is none, and an older program may
 * have stored fewer fields
 */
export async function draftsOf(
  post: string,
  saved: PostFormValues,
): Promise<{ drafts: Draft[]; writers: Writers }> {
  const here = draftsHere().filter((draft) => draft.post === post);
  const answer = await api('GET', '/admin/drafts/:post', { param: { post } });
  const { drafts, writers } = answer.ok ? answer.value : { drafts: [], writers: [] };
  const tabs = new Set(here.map(({ tab }) => tab));
  const elsewhere = drafts
    .filter(({ tab }) => !tabs.has(tab))
    .map((draft) => ({ ...draft, post, values: draft.values as PostFormValues }));
  return { drafts: unsaved([...here, ...elsewhere], saved), writers };
}

export function newPostDrafts(saved: PostFormValues): Draft[] {
  return unsaved(
    draftsHere().filter(({ base }) => base === null),
    saved,
  );
}

/** Those that are equal to what is saved are deleted. */
function unsaved(drafts: Draft[], saved: PostFormValues): Draft[] {
  const filled = drafts.map((draft) => ({ ...draft, values: { ...saved, ...draft.values } }));
  const isSaved = ({ values }: Draft) => isSame(values, saved);
  for (const { post, tab } of filled.filter(isSaved)) void discardDraft(post, tab);
  return filled.filter((draft) => !isSaved(draft)).sort(byLatest);
}

/** The unsaved texts of the writer, one for each post, the latest first. */
export async function listDrafts(): Promise<DraftSummary[]> {
  const answer = await api('GET', '/admin/drafts');
  const listed = answer.ok ? answer.value.drafts : [];
  const posts = new Set(listed.map(({ post }) => post));
  const here = draftsHere()
    .filter(({ base, post }) => base === null && !posts.has(post) && posts.add(post))
    .map(({ post, values: { title }, savedAt }) => ({ post, title, slug: null, savedAt }));
  return [...listed, ...here].sort(byLatest);
}

export function discardDraft(post: string, tab: string) {
  localStorage.removeItem(keyOf({ post, tab }));
  return api('DELETE', '/admin/drafts/:post', { param: { post }, query: { tab } });
}

/** Stores the drafts of one tab on the server, one request at a time: the last one wins. */
export function createSender(post: string, tab: string, onWriters: (writers: Writers) => void) {
  let waiting: Pick<Draft, 'values' | 'base'> | null = null;
  let queue: Promise<boolean> = Promise.resolve(true);

  return {
    /** @returns whether the latest values are on the server */
    send(values: PostFormValues, base: string | null): Promise<boolean> {
      waiting = { values, base };
      queue = queue.then(async (wasSent) => {
        if (waiting === null) return wasSent;
        const json = { ...waiting, tab };
        waiting = null;
        const answer = await api('PUT', '/admin/drafts/:post', { param: { post }, json });
        if (answer.ok) onWriters(answer.value.writers);
        return answer.ok;
      });
      return queue;
    },
    /** Resolves after the deletion, which follows what is under way. */
    discard(): Promise<boolean> {
      waiting = null;
      localStorage.removeItem(keyOf({ post, tab }));
      queue = queue.then(async () => (await discardDraft(post, tab)).ok);
      return queue;
    },
  };
}
