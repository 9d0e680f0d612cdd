import type { Post, PostSummary } from '../../domain/posts/post.ts';

/** The calls for posts that a browser makes when it navigates by itself (specification section 7). */

/** Either form of the answer is understood; any failure is an empty list (section 8). */
export async function fetchPosts(): Promise<PostSummary[]> {
  try {
    const response = await fetch('/api/blog/posts');
    if (!response.ok) return [];
    const answer: PostSummary[] | { posts: PostSummary[] } = await response.json();
    return Array.isArray(answer) ? answer : answer.posts;
  } catch (error) {
    console.error(error);
    return [];
  }
}

/** A signed-in administrator sees drafts too. Any failure is null: the post is not to be found. */
export async function fetchPost(slug: string): Promise<Post | null> {
  const token = localStorage.getItem('adminToken');
  try {
    const response = await fetch(`/api/blog/posts/${encodeURIComponent(slug)}`, {
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    });
    return response.ok ? await response.json() : null;
  } catch (error) {
    console.error(error);
    return null;
  }
}
