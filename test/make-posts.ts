import { type Post, slugify } from '../src/posts/post.ts';
import { type PostDraft, postInputSchema } from '../src/posts/post-input.ts';
import type { PostPage, PostQuery } from '../src/posts/post-list.ts';
import * as previewLinks from '../src/posts/preview-link.ts';
import * as publicPosts from '../src/posts/public-posts.ts';
import * as reading from '../src/posts/reading.ts';
import * as revisions from '../src/posts/revisions.ts';
import * as trash from '../src/posts/trash.ts';
import * as changes from '../src/posts/unpublished-changes.ts';
import type { RenderBody } from '../src/rendering/body.ts';
import type { Database } from '../src/server/db/connect.ts';
import type { Site } from '../src/site.ts';
import { boundTo } from './bound-to.ts';
import { makeClock, makeMemoryDatabase, makeTestSite } from './make-site.ts';
import * as saving from './save-posts.ts';
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

/** The rules of posts, bound to a site. */
export function postRules(site: Site) {
  return {
    ...boundTo(site, saving),
    ...boundTo(site, publicPosts),
    ...boundTo(site, reading),
    ...boundTo(site, revisions),
    ...boundTo(site, changes),
    ...boundTo(site, previewLinks),
    ...boundTo(site, trash),
  };
}

/** A site over a database whose bodies are rendered plainly, with the rules of posts bound to it. */
export function makePosts(db: Database = makeMemoryDatabase(), render = renderPlainly) {
  const clock = makeClock();
  const now = () => clock.now().toISOString();
  const site = makeTestSite({ db, now, render, pages: [] });
  const posts = postRules(site);

  /** Creates a post with defaults for the other fields. */
  async function write(fields: Partial<PostDraft> & { title: string }): Promise<Post> {
    return unwrap(await posts.createPost(input(fields)));
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
