import { describe, expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { BUSY, BusyError } from '../../server/failure.ts';
import type { Post } from '../post.ts';
import type { BodyPreview } from '../preview.ts';
import { postStats } from '../reading.ts';

const CONTENT =
  '# Méthode\r\n\r\nWe *measured* IC50.[^1]\r\n\r\n<b>And</b> more.\r\n\r\n[^1]: Twice.';

describe('POST /api/admin/preview', () => {
  it('shows and counts a text as saving it does, and keeps nothing', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const answer = await app.postJson('/api/admin/preview', { content: CONTENT }, token);
    expect(answer.status).toBe(200);
    const preview = (await answer.json()) as BodyPreview;
    expect(await postStats(app.site)).toMatchObject({ total: 0 });
    const draft = { title: 'A', slug: 'a', content: CONTENT };
    const post = (await (await app.postJson('/api/admin/blog/posts', draft, token)).json()) as Post;
    const { contentHtml, readingTime } = post;
    const counted = { words: 8, format: 'markdown', blockLines: [1, 3, 5, null], findings: [] };
    expect(preview).toEqual({ contentHtml, readingTime, ...counted });
    const previewOf = async (content: string) =>
      (await app.postJson('/api/admin/preview', { content }, token)).json();
    expect(await previewOf('')).toMatchObject({ contentHtml: '', words: 0, readingTime: 1 });
    const html = { format: 'html', words: 2, blockLines: [1, 3] };
    expect(await previewOf('<p>One</p>\n\n<p>Two</p>')).toMatchObject(html);
  });

  it('draws citations of references that are still being typed', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const content = '[@doe] [@smith] [@a b]';
    const references = [
      { key: ' doe ', title: 'T', url: 'htt', type: 'book' },
      { key: 'a b', title: 'T', url: '' },
      { key: 'smith', csl: { author: [{ family: 'Smith' }], issued: 2020 } },
      {},
    ];
    const sent = { content, references, citationStyle: 'author-date' };
    const preview = await app.postJson('/api/admin/preview', sent, token);
    const { contentHtml } = (await preview.json()) as BodyPreview;
    expect(contentHtml.replace(/<[^>]*>/g, '')).toBe('(“T” n.d.) (Smith 2020) [@a b]');
    const check = await app.postJson('/api/admin/posts/check', sent, token);
    const { findings } = (await check.json()) as BodyPreview;
    expect(findings.map(({ message }) => message)).toEqual([
      '[@a] is cited, but no reference has that key.',
      '“T” is not cited in the text.',
    ]);
  });

  it('says when the server is overloaded, as a save does, and reports only errors of the system', async () => {
    let error = new BusyError(BUSY);
    const app = await makeApp({ render: () => Promise.reject(error) });
    const token = await app.signIn();
    const draft = { title: 'A', slug: 'a', content: 'x' };
    for (const path of ['/api/admin/preview', '/api/admin/blog/posts']) {
      const answer = await app.postJson(path, draft, token);
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(await answer.json()).toEqual({ detail: BUSY });
    }
    expect(app.errors).toEqual([]);
    error = new BusyError(BUSY, { cause: new Error('spawn EMFILE') });
    await app.postJson('/api/admin/preview', draft, token);
    expect(app.errors).toEqual([error]);
  });

  it('says what cannot be rendered, as a save does, which writes nothing', async () => {
    const app = await makeApp({ render: async () => null });
    const token = await app.signIn();
    const draft = { title: 'A', slug: 'a', content: 'x' };
    for (const path of ['/api/admin/preview', '/api/admin/blog/posts', '/api/admin/posts/check']) {
      const answer = await app.postJson(path, draft, token);
      expect([path, answer.status]).toEqual([path, 422]);
      const detail = [{ loc: ['body', 'content'], type: 'render_timeout' }];
      expect(await answer.json()).toMatchObject({ detail });
      expect((await app.postJson(path, draft)).status).toBe(401);
    }
    expect(await postStats(app.site)).toMatchObject({ total: 0 });
    expect((await app.postJson('/api/admin/posts/check', {}, token)).status).toBe(422);
  });
});

describe('findings', () => {
  const LOST = 'First.\r\n\r\nThe <IC50> of it.';
  const FOUND = { line: 3, column: 5, code: 'text-as-tag', severity: 'error' };

  it('are told by the preview, by the check and by every save, but not to readers', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const draft = { title: 'A', slug: 'a', content: LOST, status: 'published' };
    const POSTS = '/api/admin/blog/posts';
    for (const answer of [
      await app.postJson('/api/admin/preview', { content: LOST }, token),
      await app.postJson('/api/admin/posts/check', draft, token),
      await app.postJson(POSTS, draft, token),
      await app.putJson(`${POSTS}/a`, draft, token),
      await app.putJson(`${POSTS}/a/changes`, draft, token),
    ]) {
      expect(await answer.json()).toMatchObject({ findings: [FOUND] });
      expect(answer.ok).toBe(true);
    }
    expect(await (await app.get('/api/blog/posts/a')).json()).not.toHaveProperty('findings');
  });

  it('of a check name what no published post may hold, and fields that are missing are no error', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const content = '<IC50>\n\n![Uploading x.png…]()\n\n<IC50>';
    const answer = await app.postJson('/api/admin/posts/check', { content }, token);
    expect(await answer.json()).toMatchObject({
      findings: [
        { line: 1, code: 'text-as-tag' },
        { line: 3, code: 'unfinished-upload', severity: 'error' },
      ],
    });
  });
});
