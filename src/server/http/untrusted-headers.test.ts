import { expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';

it('no header and no parameter overrides the method: the post still exists', async () => {
  const site = await makeApp();
  const token = await site.signIn();
  const post = { title: 'A', slug: 'a', content: 'Text', status: 'published' };
  expect((await site.postJson('/api/admin/blog/posts', post, token)).status).toBe(201);
  const headers: Record<string, string> = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-HTTP-Method-Override': 'DELETE',
    'X-HTTP-Method': 'DELETE',
    'X-Method-Override': 'DELETE',
  };
  for (const query of ['', '?_method=DELETE', '?method=DELETE']) {
    const path = `/api/admin/blog/posts/a${query}`;
    const posted = await site.send('POST', path, { token, headers, body: '_method=DELETE' });
    const got = await site.send('GET', path, { token, headers });
    expect([404, 405, 415]).toContain(posted.status);
    expect([404, 405, 415]).toContain(got.status);
  }
  expect((await site.get('/api/blog/posts/a')).status).toBe(200);
});
