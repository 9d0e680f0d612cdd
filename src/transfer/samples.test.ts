import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { importFiles } from '../../test/import-folder.ts';
import { makePng } from '../../test/pictures.ts';

/** The files below `-- path --` lines; one in another encoding has its name, a picture is `(png)`. */
async function readFiles(text: string): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (const section of text.split(/^-- /m).slice(1)) {
    const [, path = '', encoding = 'utf8', content = ''] =
      /^(.+?)(?: \((\w+)\))? --\n(?:([\s\S]*)\n)?$/.exec(section) ?? [];
    files[path] =
      encoding === 'png' ? await makePng() : Buffer.from(content, encoding as BufferEncoding);
  }
  return files;
}

/** Without what is empty. */
function filled(record: Readonly<Record<string, unknown>>) {
  const isEmpty = (value: unknown) => value === null || ['', '[]'].includes(String(value));
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));
}

/** What became of each item, all posts as they are written and as they are read, and what leads to them. */
async function resultOf({ db: { query }, items, notes }: Awaited<ReturnType<typeof importFiles>>) {
  const posts = query
    .selectFrom('current_posts')
    .select(['slug', 'title', 'status', 'date', 'author', 'tags', 'description', 'cover_image'])
    .select(['cover_image_caption', 'content', 'text'])
    .orderBy('slug');
  const redirects = await query
    .selectFrom('redirects')
    .innerJoin('current_posts', 'current_posts.id', 'redirects.post_id')
    .select(['path', 'slug'])
    .orderBy('path')
    .execute();
  return filled({
    notes,
    items: items.map(({ postId: _, outcome, label, ...item }) =>
      filled({ outcome, label, ...item }),
    ),
    posts: (await posts.execute()).map((post) => filled({ ...post, tags: JSON.parse(post.tags) })),
    redirects: redirects.map(({ path, slug }) => `${path} ${slug}`),
  });
}

it.each(globSync('src/transfer/samples/*.txt'))(
  'sources of %s come as the file beside it says, and what is lost or refused is named',
  async (file) => {
    const results: Record<string, unknown> = {};
    let app: Awaited<ReturnType<typeof importFiles>> | undefined;
    for (const source of readFileSync(file, 'utf8').split(/^== /m).slice(1)) {
      const [, title = '', json = '{}', text = ''] =
        /^(.+?)(?: (\{.*\}))?\n([\s\S]*)$/.exec(source) ?? [];
      const { again = false, ...options } = JSON.parse(json);
      try {
        app = await importFiles(await readFiles(text), options, again ? app : undefined);
        results[title] = await resultOf(app);
      } catch (error) {
        results[title] = `refused: ${(error as Error).message}`;
      }
    }
    const style = { lineWidth: 0, blockQuote: 'literal', aliasDuplicateObjects: false } as const;
    await expect(
      stringify(results, style).replace(/\/media\/\w{32}\//g, '/media/…/'),
    ).toMatchFileSnapshot(`samples/${basename(file, '.txt')}.yaml`);
  },
);
