import { describe, expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import type { Post } from '../../domain/posts/post.ts';
import type { BodyPreview } from '../../domain/posts/preview.ts';
import { BUSY, BusyError } from '../../failure.ts';

const CONTENT =
  '# Méthode\r\n\r\nWe *measured* IC50.[^1]\r\n\r\n<b>And</b> more.\r\n\r\n[^1]: Twice.';

describe('POST /api/admin/preview', () => {
  it('shows and counts a text as saving it does, and keeps nothing', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const answer = await app.postJson('/api/admin/preview', { content: CONTENT }, token);
    expect(answer.status).toBe(200);
    const preview = (await answer.json()) as BodyPreview;
    expect(await (await app.get('/api/admin/stats', token)).json()).toMatchObject({
      total_posts: 0,
    });
    const draft = { title: 'A', slug: 'a', content: CONTENT };
    const post = (await (await app.postJson('/api/admin/blog/posts', draft, token)).json()) as Post;
    expect(preview).toEqual({
      contentHtml: post.contentHtml,
      readingTime: post.readingTime,
      words: 8,
      format: 'markdown',
      blockLines: [1, 3, 5, null],
    });
  });

  it('takes a text that is empty, and reports HTML as HTML', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const previewOf = async (content: string) =>
      (await app.postJson('/api/admin/preview', { content }, token)).json();
    expect(await previewOf('')).toMatchObject({ contentHtml: '', words: 0, readingTime: 1 });
    expect(await previewOf('<p>One</p>\n\n<p>Two</p>')).toMatchObject({
      format: 'html',
      words: 2,
      blockLines: [1, 3],
    });
  });

  it('needs a token', async () => {
    const app = await makeApp();
    const answer = await app.postJson('/api/admin/preview', { content: 'x' });
    expect(answer.status).toBe(401);
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

  it('says what cannot be rendered, as a save does', async () => {
    const app = await makeApp({ render: async () => null });
    const token = await app.signIn();
    const answer = await app.postJson('/api/admin/preview', { content: 'x' }, token);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      detail: [{ loc: ['body', 'content'], type: 'render_timeout' }],
    });
  });
});
