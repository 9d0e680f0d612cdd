import type { PostSummary, ReadPost } from '../post.ts';

/** API calls for client-side navigation (specification section 7). */

/** Accepts both response formats; any failure is an empty list (section 8). */
export async function fetchPosts(): Promise<PostSummary[]> {
  try {
    const response = await fetch('/api/blog/posts');
    if (!response.ok) return [];
    const body: PostSummary[] | { posts: PostSummary[] } = await response.json();
    return Array.isArray(body) ? body : body.posts;
  } catch (error) {
    console.error(error);
    return [];
  }
}

/** Includes drafts for a signed-in administrator. Any failure is null, shown as "Post Not Found". */
export async function fetchPost(slug: string): Promise<ReadPost | null> {
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
