import { usePagedList } from '../../../admin/lists/use-paged-list.ts';
import { listPosts, type PostPage } from '../../../posts/admin/list-posts.ts';

/** More would not fit a phone above its keyboard. */
const MAX_SUGGESTIONS = 8;

type QueriedPage = PostPage & { q: string };

/** The posts, drafts too, that have the words; the newest ones without words. */
export function usePostSuggestions(q: string) {
  const { page, isLoading, failure } = usePagedList<QueriedPage>({
    query: q,
    rows: 'posts',
    read: async (cursor) => {
      const answer = await listPosts({ q, status: '' }, cursor);
      return answer.ok ? { ok: true, value: { ...answer.value, q } } : answer;
    },
    failure: 'Failed to search the posts.',
    // A URL can be linked to without a session.
    onSignedOut: () => undefined,
  });
  const isAnswered = page !== null && page.q === q && !isLoading;
  return {
    posts: (page?.posts ?? []).slice(0, MAX_SUGGESTIONS),
    /** The posts are those of `q`. */
    isAnswered,
    failure,
  };
}
