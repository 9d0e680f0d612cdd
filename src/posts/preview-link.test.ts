import { expect, it } from 'vitest';
import { makeApp } from '../../test/make-app.ts';
import { readAuditTrail } from '../accounts/audit.ts';
import { ensureAdministrator, removePerson } from '../accounts/people.ts';
import { purgeExpiredData } from '../inquiries/privacy/retention.ts';
import { createPreviewLink, openPreviewLink } from './preview-link.ts';

const BEN = 'ben@site.test';
const POSTS = '/api/admin/blog/posts';
const LINK = `${POSTS}/a/preview-link`;

/** Two administrators, and the draft "a". */
async function makeDesk() {
  const app = await makeApp();
  const token = await app.signIn();
  await ensureAdministrator(app.site, { email: BEN, password: 'a password for tests' });
  const write = (slug: string) =>
    app.postJson(POSTS, { title: 'A', slug, content: 'Text', status: 'draft' }, token);
  await write('a');
  const make = async (wanted: object = {}, path = LINK) => {
    // The clock may have passed the end of the first session.
    const answer = await app.postJson(path, wanted, await app.signIn());
    expect(answer.status).toBe(201);
    const link = (await answer.json()) as { address: string; expiresAt: string };
    return { ...link, secret: link.address.slice(-40) };
  };
  const open = (secret: string) => openPreviewLink(app.site, secret);
  const rows = () => app.db.query.selectFrom('preview_links').selectAll().execute();
  return { ...app, token, write, make, open, rows };
}

it('a preview link shows a draft as it was last saved, to its last minute and not after', async () => {
  const { clock, make, open, putJson, signIn } = await makeDesk();
  const { secret, expiresAt } = await make();
  expect(Date.parse(expiresAt) - clock.now().getTime()).toBe(30 * 24 * 60 * 60_000);
  const saved = { title: 'Saved', slug: 'a', content: 'Text', status: 'draft' };
  await putJson(`${POSTS}/a`, saved, await signIn());
  clock.set(new Date(Date.parse(expiresAt) - 1).toISOString());
  expect(await open(secret)).toMatchObject({ expiresAt, post: saved });
  clock.advance(1);
  expect(await open(secret)).toBeNull();
});

it('a post has one preview link: a new one ends the former, and it cannot be read from the database, guessed, or used for the API', async () => {
  const { make, open, rows, get, postJson, send } = await makeDesk();
  const former = await make();
  const { secret, address } = await make();
  expect(address).toMatch(/^https:\/\/site\.test\/preview\/[0-9a-f]{40}$/);
  expect(await open(former.secret)).toBeNull();
  expect(await open(secret)).not.toBeNull();
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  expect(JSON.stringify(row)).not.toContain(secret);
  const guesses = [row?.token_hash ?? '', '', '\0', '%', "' or 1=1 --", 'x'.repeat(5000)];
  for (const guess of guesses) expect(await open(guess)).toBeNull();
  for (const stranger of [null, secret]) {
    expect((await get(LINK, stranger)).status).toBe(401);
    expect((await postJson(LINK, {}, stranger)).status).toBe(401);
    expect((await send('DELETE', LINK, { token: stranger })).status).toBe(401);
    expect((await get('/api/blog/posts/a', stranger)).status).toBe(404);
  }
});

it('a preview link still opens its post when the slug changes, and no other post', async () => {
  const { make, open, putJson, write, get, token } = await makeDesk();
  const { secret } = await make();
  const moved = { title: 'A', slug: 'b', content: 'Text', status: 'draft' };
  await putJson(`${POSTS}/a`, moved, token);
  await write('a');
  expect(await open(secret)).toMatchObject({ post: { slug: 'b' } });
  const linkOf = async (slug: string) => (await get(`${POSTS}/${slug}/preview-link`, token)).json();
  expect(await linkOf('B')).toMatchObject({ link: { expiresAt: '2026-03-31T09:00:00.000Z' } });
  expect(await linkOf('a')).toEqual({ link: null });
  expect(await linkOf('nothing')).toHaveProperty('detail');
});

it('a preview link ends with its post, with the account that made it, at its end, and when anybody revokes it, which is on record', async () => {
  const { make, open, send, token, site, clock, rows, write } = await makeDesk();
  await write('b');
  const ofGonePost = await make({}, `${POSTS}/b/preview-link`);
  await send('DELETE', `${POSTS}/b`, { token });
  expect(await open(ofGonePost.secret)).toBeNull();

  const made = await createPreviewLink(site, 'a', { by: BEN });
  const byGonePerson = made.ok ? made.value.token : '';
  expect(await open(byGonePerson)).not.toBeNull();
  await removePerson(site, { email: BEN }, { by: null });
  expect(await open(byGonePerson)).toBeNull();

  const { secret } = await make();
  const revoke = async () => (await send('DELETE', LINK, { token })).status;
  expect([await revoke(), await revoke()]).toEqual([204, 404]);
  expect(await open(secret)).toBeNull();
  const { events } = await readAuditTrail(site, { limit: 50 });
  const revoked = { action: 'preview-link-revoked', subject: 'a' };
  expect(events).toContainEqual(expect.objectContaining(revoked));
  expect(JSON.stringify(events)).not.toContain(secret);

  await make();
  clock.advanceDays(30);
  expect(await purgeExpiredData(site)).toMatchObject({ previewLinks: 1 });
  expect(await rows()).toEqual([]);
});
