import type { PostSummary, ReadPost } from '../post.ts';

/** Accepts both response formats; any failure is an empty list (section 8). */
export async function fetchPosts(): Promise<PostSummary[]> {
  const body = await read<PostSummary[] | { posts: PostSummary[] }>('/api/blog/posts', {});
  return Array.isArray(body) ? body : (body?.posts ?? []);
}

/** Any failure is null, shown as "Post Not Found". */
export async function fetchPost(slug: string): Promise<ReadPost | null> {
  const token = localStorage.getItem('adminToken');
  const headers: Record<string, string> =
    token === null ? {} : { Authorization: `Bearer ${token}` };
  return read(`/api/blog/posts/${encodeURIComponent(slug)}`, headers);
}

async function read<T>(path: string, headers: Record<string, string>): Promise<T | null> {
  try {
    const response = await fetch(path, { headers });
    return response.ok ? await response.json() : null;
  } catch (error) {
    console.error(error);
    return null;
  }
}
