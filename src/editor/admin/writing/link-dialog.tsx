import { useEffect, useState } from 'react';
import { usePagedList } from '../../../admin/lists/use-paged-list.ts';
import { listPosts, type PostPage } from '../../../posts/admin/list-posts.ts';
import type { PostSummary } from '../../../posts/post.ts';
import { referenceUrl } from '../../../science/references/reference.ts';
import { TextField } from '../../../ui/field.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { CHOICE, ChooserDialog } from './chooser-dialog.tsx';

/** More would not fit a phone above its keyboard. */
const MAX_SUGGESTIONS = 8;

type QueriedPage = PostPage & { q: string };

/** The posts, drafts too, that have the words; the newest ones without words. */
function usePostSuggestions(q: string) {
  const { page, isLoading, failure } = usePagedList<QueriedPage>({
    query: q,
    rows: 'posts',
    read: async (cursor) => {
      const answer = await listPosts({ q, status: '' }, cursor);
      return answer.ok ? { ok: true, value: { ...answer.value, q } } : answer;
    },
    failure: 'Failed to search the posts.',
  });
  const isAnswered = page !== null && page.q === q && !isLoading;
  return {
    posts: (page?.posts ?? []).slice(0, MAX_SUGGESTIONS),
    /** The posts are those of `q`. */
    isAnswered,
    failure,
  };
}

const COMPLETE = /^(?:https?:\/\/|mailto:|tel:|#|\/(?!\/))\S+$/i;
const HOST = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#:]\S*)?$/i;
const EMAIL = /^[^\s@/:]+@[^\s@]+\.[a-z]{2,}$/i;

/** The URL that a typed text means, or null for words. A DOI, a host and an email become complete URLs. */
export function linkTarget(typed: string): string | null {
  const url = referenceUrl(typed);
  if (COMPLETE.test(url) || url === '/') return url;
  if (HOST.test(url)) return `https://${url}`;
  return EMAIL.test(url) ? `mailto:${url}` : null;
}

const DEBOUNCE_MS = 200;

/** A URL, and the words for it where none are selected. An empty URL inserts a placeholder. */
export type NewLink = { url: string; words: string };

type LinkDialogProps = {
  onLink: (link: NewLink) => void;
  onCancel: () => void;
};

/** Asks where the selection leads: a URL, or one of the site's posts, found by its words. */
export function LinkDialog({ onLink, onCancel }: LinkDialogProps) {
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const { posts, isAnswered, failure } = usePostSuggestions(q);
  const url = linkTarget(typed);
  const words = url === null ? typed.trim() : '';
  const isCurrent = isAnswered && q === words;

  useEffect(() => {
    const timer = setTimeout(() => setQ(words), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [words]);

  function submit() {
    const [first] = posts;
    if (url !== null || words === '') onLink({ url: url ?? '', words: '' });
    else if (!isCurrent) setQ(words);
    else if (first !== undefined) onLink(toPost(first));
  }

  return (
    <ChooserDialog title="Link" action="Insert link" onSubmit={submit} onCancel={onCancel}>
      <TextField
        label="URL, DOI, or words from a post"
        hint="Press Enter to link to the URL, or to the first post below."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="mt-4 min-h-5 text-muted text-sm">
        {statusOf({ url, words, isCurrent, failure, count: posts.length })}
      </p>
      {url === null ? (
        <ul aria-label="Posts" className="mt-1 divide-y divide-line empty:hidden">
          {posts.map((post) => (
            <li key={post.id}>
              <button type="button" onClick={() => onLink(toPost(post))} className={CHOICE}>
                <span className="font-medium [overflow-wrap:anywhere]">
                  <Subscripts text={post.title} />
                </span>
                {post.status === 'draft' ? (
                  <span className="text-muted">Draft: readers cannot open it</span>
                ) : null}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </ChooserDialog>
  );
}

function toPost({ slug, title }: PostSummary): NewLink {
  return { url: `/blog/${slug}`, words: title };
}

type Status = {
  url: string | null;
  words: string;
  isCurrent: boolean;
  failure: string | null;
  count: number;
};

function statusOf({ url, words, isCurrent, failure, count }: Status): string {
  if (url !== null) return `Links to ${url}`;
  if (failure !== null) return `${failure} You can still link to a URL.`;
  if (!isCurrent) return 'Searching…';
  if (words === '') return count === 0 ? '' : 'Your newest posts';
  if (count === 0) return 'No posts match.';
  return count === 1 ? '1 post' : `${count} posts`;
}
