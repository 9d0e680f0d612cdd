import { describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../../test/make-app.ts';
import { readMolecules } from '../../../../test/molecule-posts.ts';
import { createPost, editPost } from '../../../../test/save-posts.ts';
import { unwrap } from '../../../../test/unwrap.ts';

import { postInputSchema } from '../../../posts/post-input.ts';
import { publishedPost, publishedPosts } from '../../../posts/public-posts.ts';
import { anyPost } from '../../../posts/reading.ts';
import { removePost } from '../../../posts/trash.ts';
import { createChemistry } from '../../chemistry/rdkit.ts';
import { drawingHash } from '../../drawings/body-drawings.ts';

const ASPIRIN = '/molecules/bsynrymutxbxsq-uhfffaoysa-n';
const CONTENT = `Aspirin is old.

\`\`\`smiles {#fig-aspirin name="The first of its kind"}
CC(=O)Oc1ccccc1C(=O)O Aspirin
\`\`\`
`;

const AT = '2026-03-01T00:00:00.000Z';
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

async function write(app: TestApp, slug: string, content: string, status = 'published') {
  const input = postInputSchema.parse({ title: slug, slug, content, status });
  return unwrap(await createPost(app.site, input));
}

async function makeSite(): Promise<TestApp> {
  const app = await makeApp();
  await write(app, 'old-drugs', CONTENT);
  await write(app, 'secret', '```smiles {name="Secret"}\nCCCCS\n```', 'draft');
  return app;
}

describe('a molecule of a public post', () => {
  it('is found by another way to write it, and its post by its key, name and formula', async () => {
    const app = await makeSite();
    const q = encodeURIComponent('OC(=O)c1ccccc1OC(C)=O');
    const response = await app.get(`/api/molecules/search?q=${q}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      molecules: [
        {
          inchikey: 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N',
          name: 'Aspirin',
          formula: 'C9H8O4',
          smiles: 'CC(=O)Oc1ccccc1C(=O)O',
          path: ASPIRIN,
          match: 'same',
          posts: [{ slug: 'old-drugs', title: 'old-drugs', date: expect.any(String) }],
          postCount: 1,
          pages: [],
        },
      ],
      total: 1,
      truncated: false,
      examined: 1,
      candidates: 1,
    });
    for (const words of ['BSYNRYMUTXBXSQ-UHFFFAOYSA-N', 'Aspirin', 'C9H8O4']) {
      const { posts } = await publishedPosts(app.site, { limit: 9, q: words });
      expect(posts, words).toMatchObject([{ slug: 'old-drugs' }]);
    }
  });

  it('is searched for with reasons for what is not a structure', async () => {
    const app = await makeSite();
    for (const [query, reason] of [
      ['q=c1ccccc', /ring/],
      ['mode=similarity&q=C', /Invalid option/],
      ['', /Field required/],
    ] as const) {
      const response = await app.get(`/api/molecules/search?${query}`);
      expect([response.status, await response.json()], query).toMatchObject([
        422,
        { detail: [{ msg: expect.stringMatching(reason) }] },
      ]);
    }
    expect((await app.get('/api/molecules/search?q=CCCCS')).status).toBe(200);
    const secret = await app.get('/api/molecules/search?mode=substructure&q=S');
    expect(await secret.json()).toMatchObject({ molecules: [], total: 0 });
  });

  it('is a file for other programs, with its type and name', async () => {
    const app = await makeSite();
    const file = async (suffix: string, type: string) => {
      const response = await app.get(`${ASPIRIN}.${suffix}`);
      const disposition = suffix === 'svg' ? 'inline' : 'attachment';
      expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
        200,
        {
          'content-type': `${type}; charset=utf-8`,
          'content-disposition': `${disposition}; filename="BSYNRYMUTXBXSQ-UHFFFAOYSA-N.${suffix}"`,
          link: `<https://site.test${ASPIRIN}>; rel="canonical"`,
          etag: expect.any(String),
        },
      ]);
      return response.text();
    };
    const smi = await file('smi', 'chemical/x-daylight-smiles');
    expect(smi).toBe('CC(=O)Oc1ccccc1C(=O)O Aspirin\n');
    const mol = await file('mol', 'chemical/x-mdl-molfile');
    expect(mol).toMatch(/^Aspirin\n[^\n]*\n[^\n]*\n *13 +13 .*V2000\n.*\nM {2}END\n$/s);
    // What was written is read again.
    const read = await createChemistry().draw({ format: 'molfile', source: mol });
    expect(read).toMatchObject({ molecule: { inchikey: 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N' } });
    const drawing = await file('svg', 'image/svg+xml');
    expect(drawing).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*><title>Structure of Aspirin, C9H8O4<\/title>/,
    );
    expect(drawing).not.toMatch(/class=|currentColor|<style/);
    expect(drawing).toContain('fill="#0B7A6F"');
  });

  it('is a picture in feeds, which is that of the post', async () => {
    const app = await makeSite();
    const html = JSON.parse(await (await app.get('/feed.json')).text()).items[0].content_html;
    expect(html).not.toContain('<svg');
    const [, src = '', alt] =
      /<img src="https:\/\/site\.test(\/blog\/old-drugs\/drawings\/[0-9a-f]{32}\.png)" alt="([^"]*)" width="\d+" height="\d+">/.exec(
        html,
      ) ?? [];
    expect(alt).toBe('Structure of Aspirin, C9H8O4');
    const picture = await app.get(src);
    expect(picture.headers.get('Content-Type')).toBe('image/png');
    expect(Buffer.from(await picture.arrayBuffer()).subarray(0, 8)).toEqual(PNG);
    const other = src.replace(/[0-9a-f]{32}/, '0'.repeat(32));
    expect((await app.get(other)).status).toBe(404);
    expect((await app.get(src.replace('old-drugs', 'secret'))).status).toBe(404);
  });

  it('keeps its picture in the issues of a newsletter when the post is edited, but not in drafts', async () => {
    const app = await makeSite();
    const { db, site } = app;
    const post = await publishedPost(site, 'old-drugs');
    await db.query
      .insertInto('newsletter_issues')
      .values({
        id: 'i',
        post_id: post?.id ?? '',
        slug: 'old-drugs',
        ...{ title: '', description: '', author: '', sent_by: 'a@b.test' },
        ...{ sent_at: AT, date: AT, stopped_at: null, recipients: 1, tally: null },
        content_html: post?.contentHtml ?? '',
      })
      .execute();
    const [svg = ''] =
      /<svg class="structure-drawing.*?<\/svg>/s.exec(post?.contentHtml ?? '') ?? [];
    const path = (slug: string) => `/blog/${slug}/drawings/${drawingHash(svg)}.png`;
    const edited = postInputSchema.parse({ ...post, content: 'No structure.', slug: 'new-drugs' });
    unwrap(await editPost(site, 'old-drugs', edited));
    for (const slug of ['old-drugs', 'new-drugs']) {
      expect((await app.get(path(slug))).status, slug).toBe(200);
    }
    const draft = await anyPost(site, 'secret');
    const [secret = ''] = /<svg.*?<\/svg>/s.exec(draft?.contentHtml ?? '') ?? [];
    expect((await app.get(`/blog/secret/drawings/${drawingHash(secret)}.png`)).status).toBe(404);
  });

  it('is nothing once no public post shows it', async () => {
    const app = await makeSite();
    const [secret] = await readMolecules(['CCCCS']);
    const key = secret?.inchikey;
    const unknown = ['x.smi', 'AAAAAAAAAAAAAA-AAAAAAAAAA-A.svg', `${key}.smi`, `${key}/share.png`];
    for (const path of unknown) {
      expect((await app.get(`/molecules/${path}`)).status, path).toBe(404);
    }
    const sitemap = async () => (await app.get('/sitemap.xml')).text();
    expect(await sitemap()).toContain(`<loc>https://site.test${ASPIRIN}</loc>`);
    unwrap(await removePost(app.site, 'old-drugs'));
    expect((await app.get(`${ASPIRIN}.svg`)).status).toBe(404);
    expect(await sitemap()).not.toContain('/molecules/');
  });
});
