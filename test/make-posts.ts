import { retention } from '../src/content/retention.ts';
import { createPostCreation } from '../src/posts/creating.ts';
import { createDeleting } from '../src/posts/deleting.ts';
import { createPostEditing } from '../src/posts/editing.ts';
import { type Post, slugify } from '../src/posts/post.ts';
import { type PostDraft, postInputSchema } from '../src/posts/post-input.ts';
import type { PostPage, PostQuery } from '../src/posts/post-page.ts';
import { createPublicPosts } from '../src/posts/public-posts.ts';
import { createPublicationCheck } from '../src/posts/publication-check.ts';
import { createPostReading } from '../src/posts/reading.ts';
import { createRestoring } from '../src/posts/restoring.ts';
import { createPostSaving } from '../src/posts/saving.ts';
import { createTrash } from '../src/posts/trash.ts';
import type { RenderBody } from '../src/rendering/body.ts';
import { type Database, forPublic } from '../src/server/db/connect.ts';
import { makeClock, makeMemoryDatabase } from './make-app.ts';
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
  mentions: [],
  glossaryRevision: 0,
});

/** Reading and editing of posts, without the rest of the services. */
export function makePosts(db: Database = makeMemoryDatabase(), render = renderPlainly) {
  const clock = makeClock();
  const now = () => clock.now().toISOString();
  const reading = {
    ...createPostReading({ db, now }),
    ...createPublicPosts({ db: forPublic(db), now }),
  };
  const postChanged = () => undefined;
  const check = createPublicationCheck({
    db,
    now,
    render,
    pages: [],
    site: { url: 'https://site.test' },
    readSiteMolecules: async () => [],
  });
  const saving = createPostSaving({ db, now, check, defaultAuthor: 'Site AI' });
  const editing = {
    ...createPostCreation({ ...saving, db, check, postChanged }),
    ...createPostEditing({ ...saving, db, now, postChanged }),
  };
  const trash = {
    ...createDeleting({ db, now, postChanged }),
    ...createRestoring({ db, now, postChanged }),
    ...createTrash({ db, now, retention }),
  };
  const posts = { ...reading, ...editing, ...trash };

  /** Creates a post with defaults for the other fields. */
  async function write(fields: Partial<PostDraft> & { title: string }): Promise<Post> {
    return unwrap(await posts.createPost(input(fields)));
  }

  return { clock, now, write, ...posts };
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
