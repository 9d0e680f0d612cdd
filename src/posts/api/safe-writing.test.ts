import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ADMINISTRATOR, makeApp } from '../../../test/make-app.ts';
import { START } from '../../../test/make-site.ts';
import { readAutosave } from '../autosaves.ts';

const DRAFT = { title: 'A title', slug: 'a-title', content: 'Some *text*.' };
const POSTS = '/api/admin/blog/posts';

async function signedIn() {
  const app = await makeApp();
  return { app, token: await app.signIn() };
}

describe('revisions', () => {
  it('need a token, and do not exist for a missing post', async () => {
    const { app, token } = await signedIn();
    await app.postJson(POSTS, DRAFT, token);
    const list = await app.get(`${POSTS}/a-title/revisions`, token);
    expect(await list.json()).toMatchObject({
      revisions: [{ version: 1, savedBy: ADMINISTRATOR.email, savedAt: START, isLatest: true }],
    });
    const first = await app.get(`${POSTS}/a-title/revisions/1`, token);
    expect(await first.json()).toMatchObject({ ...DRAFT, version: 1 });
    for (const [path, who, status] of [
      ['a-title/revisions', null, 401],
      ['a-title/revisions/1', null, 401],
      ['nothing/revisions', token, 404],
      ['a-title/revisions/2', token, 404],
      ['a-title/revisions/0', token, 422],
      ['a-title/revisions/x', token, 422],
    ] as const) {
      expect([path, (await app.get(`${POSTS}/${path}`, who)).status]).toEqual([path, status]);
    }
  });
});

describe('a text that is not finished', () => {
  const MARKED = 'Before\n\n<<<<<<< yours\na\n=======\nb\n>>>>>>> theirs';

  it('is never made public, by whichever way, and the answer names the line', async () => {
    const { app, token } = await signedIn();
    const marked = { ...DRAFT, content: MARKED };
    const refused = await app.postJson(POSTS, marked, token);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      detail: [{ loc: ['body', 'content'], msg: expect.stringContaining('Line 3 is a conflict') }],
    });
    const scheduled = { ...marked, publishDate: '2030-01-01T00:00:00Z' };
    expect((await app.postJson(POSTS, scheduled, token)).status).toBe(422);
    expect((await app.postJson(POSTS, { ...marked, status: 'draft' }, token)).status).toBe(201);
    expect((await app.putJson(`${POSTS}/a-title`, marked, token)).status).toBe(422);
    const uploading = { ...DRAFT, content: 'A\n![Uploading gel.png…]()' };
    const answer = await app.putJson(`${POSTS}/a-title`, uploading, token);
    expect(await answer.json()).toMatchObject({
      detail: [{ msg: expect.stringContaining('Line 2 contains a picture') }],
    });
    expect(await (await app.get('/api/blog/posts')).json()).toMatchObject({ total: 0 });
    // Markers in code are shown.
    const code = { ...DRAFT, content: `\`\`\`diff\n${MARKED}\n\`\`\`` };
    expect((await app.putJson(`${POSTS}/a-title`, code, token)).status).toBe(200);
  });
});

describe('a new post with an idempotency key', () => {
  async function create(app: Awaited<ReturnType<typeof makeApp>>, key: string, draft: object) {
    const token = await app.signIn();
    return app.send('POST', POSTS, {
      token,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(draft),
    });
  }

  it('is made once however often it is sent, and with other content is a 409 with what was saved', async () => {
    const app = await makeApp();
    const key = randomUUID();
    const answers = [await create(app, key, DRAFT), await create(app, key, DRAFT)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const [first, second] = await Promise.all(answers.map((answer) => answer.json()));
    expect(second).toEqual(first);
    const other = await create(app, key, { ...DRAFT, content: 'More.' });
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ current: { slug: 'a-title', version: 1 } });
    expect((await create(app, 'again', DRAFT)).status).toBe(422);
  });
});

describe('autosaves', () => {
  const path = `/api/admin/autosaves/${randomUUID()}`;
  const typed = { values: { title: 'Ti', tags: ['a'], more: null }, version: null };

  it('come back as they were sent, to their writer alone, until they are dropped', async () => {
    const { app, token } = await signedIn();
    expect(await (await app.get(path, token)).json()).toBeNull();
    expect((await app.putJson(path, typed, token)).status).toBe(200);
    expect(await (await app.get(path, token)).json()).toMatchObject({ ...typed, savedAt: START });
    const later = { ...typed, values: { ...typed.values, title: 'Title\0' } };
    expect((await app.putJson(path, later, token)).status).toBe(200);
    expect(await (await app.get(path, token)).json()).toMatchObject(later);
    const { autosaves } = await (await app.get('/api/admin/autosaves', token)).json();
    expect(autosaves).toMatchObject([{ title: 'Title', version: null, slug: null }]);
    const document = path.split('/').at(-1) ?? '';
    expect(await readAutosave(app.site, 'ben@site.test', document)).toBeNull();
    expect((await app.send('DELETE', path, { token })).status).toBe(204);
    expect(await (await app.get(path, token)).json()).toBeNull();
  });

  it('are put in order by their sequence, dropping included', async () => {
    const { app, token } = await signedIn();
    const keep = (sequence: number) => app.putJson(path, { ...typed, sequence }, token);
    expect((await keep(2)).status).toBe(200);
    const late = await keep(2);
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ current: { sequence: 2 } });
    expect((await app.send('DELETE', `${path}?sequence=4`, { token })).status).toBe(204);
    expect((await keep(3)).status).toBe(409);
    expect(await (await app.get(path, token)).json()).toBeNull();
    expect(await (await app.get('/api/admin/autosaves', token)).json()).toEqual({ autosaves: [] });
    expect((await keep(0)).status).toBe(422);
    expect((await app.send('DELETE', `${path}?sequence=x`, { token })).status).toBe(422);
  });

  it('are private, and reject what is not a form', async () => {
    const { app, token } = await signedIn();
    expect((await app.putJson(path, typed, null)).status).toBe(401);
    expect((await app.get(path, null)).status).toBe(401);
    expect((await app.get(`${path}/others`, null)).status).toBe(401);
    expect(await (await app.get(`${path}/others`, token)).json()).toEqual({
      writers: [],
      saved: null,
    });
    expect((await app.putJson(path, { values: 'text', version: null }, token)).status).toBe(422);
    expect((await app.putJson('/api/admin/autosaves/me', typed, token)).status).toBe(422);
    const long = { values: { content: 'x'.repeat(2 * 1024 * 1024) }, version: null };
    expect((await app.putJson(path, long, token)).status).toBe(413);
  });
});
