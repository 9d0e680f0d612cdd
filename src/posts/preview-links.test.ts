import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp, START } from '../../test/make-app.ts';
import type { Database } from '../server/db/connect.ts';
import { type Result, STATUS_OF_FAILURE } from '../server/failure.ts';
import { type PostDraft, postInputSchema } from './post-input.ts';
import type { NewPreviewLink, PreviewDays } from './preview-links.ts';

const ANNA = 'anna@site.test';
const BEN = 'ben@site.test';
const MINUTE = 60_000;

const input = (fields: Partial<PostDraft> = {}) =>
  postInputSchema.parse({ title: 'A', slug: 'a', content: 'Text', status: 'draft', ...fields });

/** Two administrators, and the draft "a". */
async function makeDesk(db: Database) {
  const { clock, services } = await makeApp({ db });
  for (const email of [ANNA, BEN]) {
    await services.accounts.ensureAdministrator({ email, password: 'a password for tests' });
  }
  await services.posts.createPost(input());
  const makeLink = async (slug = 'a', days: PreviewDays = 7, by = ANNA): Promise<NewPreviewLink> =>
    valueIn(await services.posts.createPreviewLink(slug, { by, days }));
  const rows = () => db.query.selectFrom('preview_links').selectAll().execute();
  return { ...services.accounts, ...services.privacy, ...services.posts, clock, makeLink, rows };
}

function valueIn<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${STATUS_OF_FAILURE[result.failure.kind]}`);
  return result.value;
}

describeEachEngine('a preview link', (makeDatabase) => {
  it('shows a draft as it was last saved, to its last minute and not after', async () => {
    const { clock, makeLink, openPreviewLink, editPost } = await makeDesk(await makeDatabase());
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

  it('cannot be read out of the database, nor guessed', async () => {
    const { makeLink, rows, openPreviewLink } = await makeDesk(await makeDatabase());
    const links = [await makeLink(), await makeLink()];
    for (const { token } of links) expect(token).toMatch(/^[0-9a-f]{40}$/);
    const stored = JSON.stringify(await rows());
    expect(links.filter(({ token }) => stored.includes(token))).toEqual([]);
    for (const { token_hash } of await rows()) expect(await openPreviewLink(token_hash)).toBeNull();
    for (const guess of ['', '\0', '%', "' or 1=1 --", 'x'.repeat(5000)]) {
      expect(await openPreviewLink(guess)).toBeNull();
    }
  });

  it('opens also when a program has changed the case of its letters', async () => {
    const { makeLink, openPreviewLink } = await makeDesk(await makeDatabase());
    expect(await openPreviewLink((await makeLink()).token.toUpperCase())).not.toBeNull();
  });

  it('still opens its post when the slug changes, and no other post', async () => {
    const { makeLink, openPreviewLink, editPost, createPost, previewLinksOf } = await makeDesk(
      await makeDatabase(),
    );
    const { id, token } = await makeLink();
    await editPost('a', input({ slug: 'b' }));
    await createPost(input({ title: 'Another', slug: 'a' }));
    expect(await openPreviewLink(token)).toMatchObject({ post: { slug: 'b', title: 'A' } });
    expect(await previewLinksOf('B')).toMatchObject([{ id }]);
    expect(await previewLinksOf('a')).toEqual([]);
    expect(await previewLinksOf('nothing')).toBeNull();
  });

  it('tells its administrators who made it and when it was last opened, the latest first', async () => {
    const { clock, makeLink, openPreviewLink, previewLinksOf } = await makeDesk(
      await makeDatabase(),
    );
    const first = await makeLink('a', 1);
    clock.advance(MINUTE);
    const second = await makeLink('a', 30, BEN);
    clock.advance(MINUTE);
    await openPreviewLink(first.token);
    expect(await previewLinksOf('a')).toEqual([
      {
        id: second.id,
        createdBy: BEN,
        createdAt: '2026-03-01T09:01:00.000Z',
        expiresAt: '2026-03-31T09:01:00.000Z',
        lastOpenedAt: null,
      },
      {
        id: first.id,
        createdBy: ANNA,
        createdAt: START,
        expiresAt: '2026-03-02T09:00:00.000Z',
        lastOpenedAt: '2026-03-01T09:02:00.000Z',
      },
    ]);
  });

  it('is dead at once when anybody revokes it, and the others live', async () => {
    const { makeLink, openPreviewLink, previewLinksOf, revokePreviewLink, createPost } =
      await makeDesk(await makeDatabase());
    const [revoked, other] = [await makeLink(), await makeLink()];
    await createPost(input({ slug: 'b' }));
    const refused = { ok: false, failure: { kind: 'not-found' } };
    expect(await revokePreviewLink('b', revoked.id, { by: BEN })).toMatchObject(refused);
    expect(await revokePreviewLink('a', revoked.id, { by: BEN })).toMatchObject({ ok: true });
    expect(await revokePreviewLink('a', revoked.id, { by: BEN })).toMatchObject(refused);
    expect(await openPreviewLink(revoked.token)).toBeNull();
    expect(await openPreviewLink(other.token)).not.toBeNull();
    expect(await previewLinksOf('a')).toMatchObject([{ id: other.id }]);
  });

  it('ends with its post, and with the account that made it', async () => {
    const desk = await makeDesk(await makeDatabase());
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

  it('leaves no row behind once it has run out and the daily job has come by', async () => {
    const { clock, makeLink, rows, previewLinksOf, purgeExpiredData } = await makeDesk(
      await makeDatabase(),
    );
    await makeLink('a', 1);
    clock.advanceDays(1);
    expect(await previewLinksOf('a')).toEqual([]);
    const { id } = await makeLink();
    expect(await purgeExpiredData()).toMatchObject({ previewLinks: 1 });
    expect((await rows()).map((row) => row.id)).toEqual([id]);
  });

  it('is not made for a post that is not there', async () => {
    const { createPreviewLink, rows } = await makeDesk(await makeDatabase());
    for (const slug of ['b', '', '\0', '../a']) {
      expect(await createPreviewLink(slug, { by: ANNA, days: 7 })).toMatchObject({
        ok: false,
        failure: { kind: 'not-found' },
      });
    }
    expect(await rows()).toEqual([]);
  });

  it('is on record, made and revoked, without anything that opens it', async () => {
    const { makeLink, revokePreviewLink, auditTrail, clock } = await makeDesk(await makeDatabase());
    clock.advance(MINUTE);
    const { id, token } = await makeLink();
    clock.advance(MINUTE);
    await revokePreviewLink('A', id, { by: BEN });
    const { events } = await auditTrail({ limit: 2 });
    expect(events).toMatchObject([
      { actor: BEN, action: 'preview-link-revoked', subject: 'a' },
      { actor: ANNA, action: 'preview-link-created', subject: 'a' },
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
  });
});
