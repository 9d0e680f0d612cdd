import { useEffect, useState } from 'react';
import { type CreatedLink, PreviewLink } from '../../../posts/admin/preview-link.tsx';
import type { Post } from '../../../posts/post.ts';
import { draftsOf } from '../drafts/drafts.ts';
import { PostForm } from './post-form.tsx';
import { type FormStart, type Stored, savedValues } from './read-stored.ts';

/**
 * The page of one post, new or stored. Once a new post is saved it is the page of that post in every respect, without a
 * navigation, which would replace the form: caret, scroll position and undo history stay.
 */
export function PostEditor({ loaded }: { loaded: FormStart }) {
  /** Another `round` replaces the form. */
  const [start, setStart] = useState({ ...loaded, round: 0 });
  /** As it was saved or seen here last. */
  const [seen, setSeen] = useState<Stored>(loaded);
  const [madeLink, setMadeLink] = useState<CreatedLink | null>(null);
  const { post, changes } = seen;
  useUrlAndTitle(post);

  /** Starts over from what is stored. What is typed stays stored as a draft, and is offered. */
  async function restart(id: string, stored: Stored) {
    const { drafts, writers } = await draftsOf(id, savedValues(stored));
    setSeen(stored);
    const fresh = { ...stored, id, resumed: null, restored: null, offered: drafts, writers };
    setStart({ ...fresh, round: start.round + 1 });
  }

  return (
    <PostForm
      key={start.round}
      title={post === null ? 'Create New Post' : 'Edit Blog Post'}
      start={start}
      seen={seen}
      setSeen={setSeen}
      failure={post === null ? 'Failed to create post' : 'Failed to update post'}
      onRestart={restart}
    >
      {post === null ? null : (
        <PreviewLink
          key={post.slug}
          post={post}
          hasChanges={changes !== null}
          made={madeLink}
          setMade={setMadeLink}
        />
      )}
    </PostForm>
  );
}

/** A reload edits the post. */
function useUrlAndTitle(post: Post | null): void {
  const { slug = null, title = '' } = post ?? {};
  useEffect(() => {
    if (slug === null) return;
    const path = `/admin/edit-post/${slug}`;
    const { pathname, search } = window.location;
    if (pathname !== path || search.startsWith('?restore=')) {
      window.history.replaceState(window.history.state, '', path);
    }
    document.title = `Edit: ${title}`;
  }, [slug, title]);
}
