import { useEffect, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { site } from '../../../content/site.ts';
import { newPostValues, valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import {
  type CreatedLink,
  PreviewLinks,
} from '../../../posts/admin/preview-links/preview-links.tsx';
import { updatePost } from '../../../posts/admin/update-post.ts';
import type { adminPosts } from '../../../posts/api/admin-posts.ts';
import type { Post } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import { newFormId } from '../drafts/form-id.ts';
import type { Recovery } from '../drafts/local-draft.ts';
import { PostForm } from './post-form.tsx';

const api = caller<typeof adminPosts>();

type PostEditorProps = {
  /** What the page was opened with; null for a new post. */
  loaded: { post: Post | null; changes: UnpublishedChanges | null; recovery: Recovery };
};

/**
 * The page of one post, new or stored. Once a new post is saved it is the page of that post in every respect, without a
 * navigation, which would replace the form: caret, scroll position and undo history stay.
 */
export function PostEditor({ loaded }: PostEditorProps) {
  /** What the form starts with. Another `round` replaces the form. */
  const [start, setStart] = useState({ ...loaded, round: 0 });
  /** As it was saved here last. */
  const [post, setPost] = useState(loaded.post);
  const [hasChanges, setHasChanges] = useState(loaded.changes !== null);
  const [newDocument] = useState(newFormId);
  const [madeLink, setMadeLink] = useState<CreatedLink | null>(null);
  useUrlAndTitle(post);
  const stored = start.changes?.post ?? start.post;
  return (
    <PostForm
      key={start.round}
      title={post === null ? 'Create New Post' : 'Edit Blog Post'}
      post={post}
      changes={start.changes}
      document={post?.id ?? newDocument}
      saved={
        stored === null
          ? newPostValues(site.aiAuthor)
          : valuesOfPost(stored, window.location.origin)
      }
      recovery={start.recovery}
      failure={post === null ? 'Failed to create post' : 'Failed to update post'}
      save={(draft, replaced, key, contained) =>
        replaced === null
          ? // The same key for every attempt: the post is created once.
            api('POST', '/admin/blog/posts', { json: draft, header: { 'idempotency-key': key } })
          : updatePost(replaced, draft, contained)
      }
      onSavedHere={(saved) => {
        setPost(saved);
        setHasChanges(false);
      }}
      onChangesSaved={() => setHasChanges(true)}
      onLoadCurrent={({ current, changes = null }, ours) => {
        const shown = changes === null ? current : post;
        const recovery = { resumed: null, offered: ours };
        setStart({ post: shown, changes, recovery, round: start.round + 1 });
        setPost(shown);
        setHasChanges(changes !== null);
      }}
    >
      {post === null ? null : (
        <PreviewLinks
          key={post.slug}
          post={post}
          hasChanges={hasChanges}
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
