import { expect, it } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { makeApp } from '../../test/make-app.ts';
import { START } from '../../test/make-site.ts';
import { readAuditTrail } from '../accounts/audit.ts';
import { ensureAdministrator, removePerson as removePersonOf } from '../accounts/people.ts';
import { purgeExpiredData as purgeExpiredDataOf } from '../inquiries/privacy/retention.ts';
import { type Result, STATUS_OF_FAILURE } from '../server/failure.ts';
import { createPost, createPost as createPostOf } from './creating.ts';
import { editPost as editPostOf } from './editing.ts';
import { type PostDraft, postInputSchema } from './post-input.ts';
import {
  createPreviewLink,
  type NewPreviewLink,
  openPreviewLink as openPreviewLinkOf,
  type PreviewDays,
  previewLinksOf as previewLinksOfPost,
  revokePreviewLink as revokePreviewLinkOf,
} from './preview-links.ts';
import { removePost as removePostOf } from './trash.ts';

const ANNA = 'anna@site.test';
const BEN = 'ben@site.test';
const MINUTE = 60_000;

const input = (fields: Partial<PostDraft> = {}) =>
  postInputSchema.parse({ title: 'A', slug: 'a', content: 'Text', status: 'draft', ...fields });

/** Two administrators, and the draft "a". */
async function makeDesk() {
  const { clock, site, db } = await makeApp();
  for (const email of [ANNA, BEN]) {
    await ensureAdministrator(site, { email, password: 'a password for tests' });
  }
  await createPost(site, input());
  const makeLink = async (slug = 'a', days: PreviewDays = 7, by = ANNA): Promise<NewPreviewLink> =>
    valueIn(await createPreviewLink(site, slug, { by, days }));
  const rows = () => db.query.selectFrom('preview_links').selectAll().execute();
  return {
    ...boundTo(site, {
      ensureAdministrator,
      auditTrail: readAuditTrail,
      removePerson: removePersonOf,
    }),
    ...boundTo(site, { purgeExpiredData: purgeExpiredDataOf }),
    ...boundTo(site, {
      createPost: createPostOf,
      removePost: removePostOf,
      editPost: editPostOf,
      createPreviewLink,
      previewLinksOf: previewLinksOfPost,
      revokePreviewLink: revokePreviewLinkOf,
      openPreviewLink: openPreviewLinkOf,
    }),
    clock,
    makeLink,
    rows,
  };
}

function valueIn<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${STATUS_OF_FAILURE[result.failure.kind]}`);
  return result.value;
}

it('a preview link shows a draft as it was last saved, to its last minute and not after', async () => {
  const { clock, makeLink, openPreviewLink, editPost } = await makeDesk();
  for (const days of [1, 7, 30] as const) {
    const { token, expiresAt } = await makeLink('a', days);
    const made = clock.now().getTime();
    expect(Date.parse(expiresAt) - made).toBe(days * 24 * 60 * MINUTE);
    await editPost('a', input({ title: `Saved for ${days}` }));
    clock.set(new Date(Date.parse(expiresAt) - 1).toISOString());
    expect(await openPreviewLink(token)).toMatchObject({
      expiresAt,
      post: { title: `Saved for ${days}`, status: 'draft', slug: 'a' },
    });
    clock.advance(1);
    expect(await openPreviewLink(token)).toBeNull();
  }
});

it('a preview link cannot be read out of the database, nor guessed', async () => {
  const { makeLink, rows, openPreviewLink } = await makeDesk();
  const links = [await makeLink(), await makeLink()];
  for (const { token } of links) expect(token).toMatch(/^[0-9a-f]{40}$/);
  const stored = JSON.stringify(await rows());
  expect(links.filter(({ token }) => stored.includes(token))).toEqual([]);
  for (const { token_hash } of await rows()) expect(await openPreviewLink(token_hash)).toBeNull();
  for (const guess of ['', '\0', '%', "' or 1=1 --", 'x'.repeat(5000)]) {
    expect(await openPreviewLink(guess)).toBeNull();
  }
});

it('a preview link still opens its post when the slug changes, and no other post', async () => {
  const { makeLink, openPreviewLink, editPost, createPost, previewLinksOf } = await makeDesk();
  const { id, token } = await makeLink();
  await editPost('a', input({ slug: 'b' }));
  await createPost(input({ title: 'Another', slug: 'a' }));
  expect(await openPreviewLink(token)).toMatchObject({ post: { slug: 'b', title: 'A' } });
  expect(await previewLinksOf('B')).toMatchObject([{ id }]);
  expect(await previewLinksOf('a')).toEqual([]);
  expect(await previewLinksOf('nothing')).toBeNull();
});

it('a preview link tells its administrators who made it and when it was last opened, until it ends', async () => {
  const { clock, makeLink, openPreviewLink, previewLinksOf, purgeExpiredData, rows } =
    await makeDesk();
  const first = await makeLink('a', 1);
  clock.advance(MINUTE);
  const { id } = await makeLink('a', 30, BEN);
  clock.advance(MINUTE);
  await openPreviewLink(first.token);
  const second = { createdBy: BEN, createdAt: '2026-03-01T09:01:00.000Z', lastOpenedAt: null };
  const listed = { id, ...second, expiresAt: '2026-03-31T09:01:00.000Z' };
  expect(await previewLinksOf('a')).toEqual([
    listed,
    {
      id: first.id,
      createdBy: ANNA,
      createdAt: START,
      expiresAt: '2026-03-02T09:00:00.000Z',
      lastOpenedAt: '2026-03-01T09:02:00.000Z',
    },
  ]);
  clock.advanceDays(1);
  expect(await previewLinksOf('a')).toEqual([listed]);
  expect(await purgeExpiredData()).toMatchObject({ previewLinks: 1 });
  expect((await rows()).map((row) => row.id)).toEqual([id]);
});

it('a preview link ends with its post, and with the account that made it', async () => {
  const desk = await makeDesk();
  const { makeLink, openPreviewLink, removePost, removePerson, createPost, rows } = desk;
  await createPost(input({ slug: 'b' }));
  const ofGonePost = await makeLink('b', 7, BEN);
  const byGonePerson = await makeLink('a', 7, ANNA);
  const staying = await makeLink('a', 7, BEN);
  await removePost('b');
  await removePerson({ email: ANNA }, { by: null });
  for (const { token } of [ofGonePost, byGonePerson]) {
    expect(await openPreviewLink(token)).toBeNull();
  }
  expect((await rows()).map(({ id }) => id)).toEqual([staying.id]);
});

it('a preview link is dead at once when anybody revokes it, which is on record without what opens it', async () => {
  const { makeLink, openPreviewLink, previewLinksOf, revokePreviewLink, ...desk } =
    await makeDesk();
  const [revoked, other] = [await makeLink(), await makeLink()];
  await desk.createPost(input({ slug: 'b' }));
  const refused = { ok: false, failure: { kind: 'not-found' } };
  desk.clock.advance(MINUTE);
  expect(await revokePreviewLink('b', revoked.id, { by: BEN })).toMatchObject(refused);
  expect(await revokePreviewLink('A', revoked.id, { by: BEN })).toMatchObject({ ok: true });
  expect(await revokePreviewLink('a', revoked.id, { by: BEN })).toMatchObject(refused);
  expect(await openPreviewLink(revoked.token)).toBeNull();
  expect(await openPreviewLink(other.token)).not.toBeNull();
  expect(await previewLinksOf('a')).toMatchObject([{ id: other.id }]);
  const { events } = await desk.auditTrail({ limit: 9 });
  expect(events).toContainEqual(
    expect.objectContaining({ actor: ANNA, action: 'preview-link-created', subject: 'a' }),
  );
  expect(events[0]).toMatchObject({ actor: BEN, action: 'preview-link-revoked', subject: 'a' });
  expect(JSON.stringify(events)).not.toContain(revoked.token);
});
