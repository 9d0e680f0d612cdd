import { useState } from 'react';
import { listPosts } from '../../../posts/admin/list-posts.ts';
import type { PostSummary } from '../../../posts/post.ts';
import { referenceUrl } from '../../../science/references/reference.ts';
import { TextField } from '../../../ui/field.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { CHOICE, ChooserDialog, useSearch } from './chooser-dialog.tsx';

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
  /** What is selected in the text. */
  selection: string;
  /** @param url an empty one inserts a placeholder @param words those of the link where none are selected */
  onLink: (url: string, words: string) => void;
  onCancel: () => void;
};

/** Asks where the selection leads: a URL, or one of the site's posts, found by its words. */
export function LinkDialog({ selection, onLink, onCancel }: LinkDialogProps) {
  const [typed, setTyped] = useState(selection);
  const url = linkTarget(typed);
  const words = url === null ? typed.trim() : '';
  const last = useSearch(words, suggestPosts);
  const posts = last?.found ?? [];
  const answer = last?.q === words ? last : null;
  const linkTo = ({ slug, title }: PostSummary) => onLink(`/blog/${slug}`, title);

  const only = words !== '' && answer?.found?.length === 1 ? answer.found[0] : undefined;

  function submit() {
    if (only !== undefined) linkTo(only);
    else onLink(url ?? '', '');
  }

  function status(): string {
    if (url !== null) return `Links to ${url}`;
    if (answer === null) return 'Searching…';
    const { found } = answer;
    if (found === null) return 'Failed to search the posts. You can still link to a URL.';
    if (words === '') return found.length === 0 ? '' : 'Your newest posts';
    if (found.length === 0) return 'No posts match.';
    return found.length === 1 ? '1 post' : `${found.length} posts`;
  }

  return (
    <ChooserDialog
      title="Link"
      action="Insert link"
      isDisabled={words !== '' && typed !== selection && only === undefined}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TextField
        label="URL, DOI, or words from a post"
        hint="Press Enter to link to the URL, or to the only post below."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onFocus={({ target }) => target.select()}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="mt-4 min-h-5 text-muted text-sm">
        {status()}
      </p>
      <ul aria-label="Posts" hidden={url !== null} className="mt-1 divide-y divide-line">
        {posts.map((post) => (
          <li key={post.id}>
            <button type="button" onClick={() => linkTo(post)} className={CHOICE}>
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
    </ChooserDialog>
  );
}
