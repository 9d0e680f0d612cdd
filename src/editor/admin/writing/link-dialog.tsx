import { useState } from 'react';
import { listPosts } from '../../../posts/admin/list-posts.ts';
import type { PostSummary } from '../../../posts/post.ts';
import { referenceUrl } from '../../../science/references/reference.ts';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { FinderDialog, foundLabel, useSearch } from './finder-dialog.tsx';

/** More would not fit a phone above its keyboard. */
const MAX_SUGGESTIONS = 8;

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

/** The posts, drafts too, that have the words, in their title first; the newest ones without words. Null when the search fails. */
async function suggestPosts(q: string): Promise<readonly PostSummary[] | null> {
  const answer = await listPosts({ q, status: '' });
  if (!answer.ok || !('value' in answer)) return null;
  const plain = (text: string) => text.normalize('NFKD').toLowerCase();
  const isOther = ({ title }: PostSummary) => !plain(title).includes(plain(q));
  const posts = answer.value.posts.toSorted((a, b) => Number(isOther(a)) - Number(isOther(b)));
  return posts.slice(0, MAX_SUGGESTIONS);
}

type LinkDialogProps = {
  selection: string;
  /** @param url an empty one inserts a placeholder @param words those of the link where none are selected */
  onLink: (url: string, words: string) => void;
  onCancel: () => void;
};

export function LinkDialog({ selection, onLink, onCancel }: LinkDialogProps) {
  const [typed, setTyped] = useState(selection);
  const url = linkTarget(typed);
  const words = url === null ? typed.trim() : '';
  const last = useSearch(words, suggestPosts);
  const answer = last?.q === words ? last : null;
  const only = words !== '' && answer?.found?.length === 1 ? answer.found[0] : undefined;
  const linkTo = ({ slug, title }: PostSummary) => onLink(`/blog/${slug}`, title);

  function status(): string {
    if (url !== null) return `Links to ${url}`;
    if (answer === null) return 'Searching…';
    const { found } = answer;
    if (found === null) return 'Failed to search the posts. You can still link to a URL.';
    return words === '' ? 'Your newest posts' : foundLabel(found.length, 'post');
  }

  return (
    <FinderDialog
      title="Link"
      action="Insert link"
      isDisabled={words !== '' && typed !== selection && only === undefined}
      onSubmit={() => (only === undefined ? onLink(url ?? '', '') : linkTo(only))}
      onCancel={onCancel}
      field={{
        label: 'URL, DOI, or words from a post',
        hint: 'Press Enter to link to the URL, or to the only post below.',
        value: typed,
        onFocus: ({ target }) => target.select(),
        onChange: ({ target }) => setTyped(target.value),
      }}
      status={status()}
      found={{
        Posts: (url === null ? (last?.found ?? []) : []).map((post) => ({
          id: post.id,
          name: <Subscripts text={post.title} />,
          note: post.status === 'draft' ? 'Draft: readers cannot open it' : '',
          choose: () => linkTo(post),
        })),
      }}
    />
  );
}
