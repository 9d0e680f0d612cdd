import type { ProductionSite } from '../../test/production-site.ts';
import { type Editor, signIn } from '../harness/editor.ts';

export const LONG_POST = '/blog/long-post';

/**
 * Writes a post whose page has about 150 KB of HTML: the sample posts, one after another, since a
 * repeated text would compress better than any real post.
 */
export async function writeLongPost(site: ProductionSite): Promise<Editor> {
  const editor = await signIn(site);
  const { posts } = await editor.call<{ posts: { slug: string }[] }>('GET', '/api/blog/posts');
  const samples = await Promise.all(
    posts.map(({ slug }) => editor.call<{ content: string }>('GET', `/api/blog/posts/${slug}`)),
  );
  await editor.call('POST', '/api/admin/blog/posts', {
    title: 'A long post',
    slug: LONG_POST.split('/').at(-1),
    // Without citations: the references stay with the samples.
    content: samples.map(({ content }) => content.replaceAll('@', '')).join('\n\n'),
  });
  return editor;
}
