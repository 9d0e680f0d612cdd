import { type Post, slugify } from '../src/posts/post.ts';
import { type PostDraft, postInputSchema } from '../src/posts/post-input.ts';
import type { PostPage, PostQuery } from '../src/posts/post-list.ts';
import {
  newestPosts,
  newestTitles,
  postNeighbours,
  publishedPost,
  publishedPostById,
  publishedPosts,
  publishedTitles,
  sitemapEntries,
} from '../src/posts/public-posts.ts';
import { allPosts, anyPost, countScheduled, postStats } from '../src/posts/reading.ts';
import {
  eraseTrashedPost,
  purgeTrash,
  removePost,
  restorePost,
  trashedPosts,
} from '../src/posts/trash.ts';
import type { RenderBody } from '../src/rendering/body.ts';
import type { Database } from '../src/server/db/connect.ts';
import { boundTo } from './bound-to.ts';
import { makeClock, makeMemoryDatabase, makeTestSite } from './make-site.ts';
import { createPost, editPost } from './save-posts.ts';
import { unwrap } from './unwrap.ts';

/** A renderer for tests that are not about bodies. */
export const renderPlainly: RenderBody = async (content) => ({
  html: `<p>${content}</p>`,
  text: content,
  words: content.split(' ').length,
  format: 'markdown',
  blockLines: [],
  findings: [],
  molecules: [],
  links: [],
  dataFiles: [],
});

/** A site over a database whose bodies are rendered plainly, with the rules of posts bound to it. */
export function makePosts(db: Database = makeMemoryDatabase(), render = renderPlainly) {
  const clock = makeClock();
  const now = () => clock.now().toISOString();
  const site = makeTestSite({ db, now, render, pages: [] });
  const posts = {
    ...boundTo(site, { createPost, editPost, removePost, restorePost }),
    ...boundTo(site, { trashedPosts, eraseTrashedPost, purgeTrash }),
    ...boundTo(site, { allPosts, anyPost, countScheduled, postStats }),
    ...boundTo(site, { publishedPosts, publishedPost, publishedPostById }),
    ...boundTo(site, {
      newestPosts,
      newestTitles,
      publishedTitles,
      postNeighbours,
      sitemapEntries,
    }),
  };

  /** Creates a post with defaults for the other fields. */
  async function write(fields: Partial<PostDraft> & { title: string }): Promise<Post> {
    return unwrap(await createPost(site, input(fields)));
  }

  return { site, clock, now, write, ...posts };
}

export function input(fields: Partial<PostDraft> & { title: string }) {
  return postInputSchema.parse({ slug: slugify(fields.title), content: 'Text', ...fields });
}

export function titles(page: PostPage): string[] {
  return page.posts.map((post) => post.title);
}

/** The rows of all tables of posts, to see that nothing changed. */
export async function everything({ query }: Database) {
  return {
    posts: await query.selectFrom('posts').selectAll().orderBy('id').execute(),
    versions: await query
      .selectFrom('post_versions')
      .selectAll()
      .orderBy('post_id')
      .orderBy('version')
      .execute(),
    tags: await query
      .selectFrom('post_tags')
      .selectAll()
      .orderBy('post_id')
      .orderBy('position')
      .execute(),
    formerSlugs: await query.selectFrom('former_slugs').selectAll().orderBy('slug').execute(),
  };
}

/** Every page of a list. */
export async function readPages(list: (query: PostQuery) => Promise<PostPage>, limit: number) {
  const pages: PostPage[] = [];
  let after: PostQuery['after'];
  do {
    const page = await list({ limit, after });
    pages.push(page);
    after = page.next ?? undefined;
  } while (after !== undefined && pages.length < 100);
  return pages;
}
