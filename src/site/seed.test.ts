import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { createPost } from '../../test/save-posts.ts';
import { resetPassword } from '../accounts/people.ts';
import type { Credentials } from '../accounts/sign-in.ts';
import { signIn } from '../accounts/sign-in.ts';
import { allPosts } from '../posts/reading.ts';
import { removePost } from '../posts/trash.ts';
import { seedSite } from './seed.ts';

const samplePosts = join(import.meta.dirname, '../content/posts');

type Site = Pick<TestApp, 'site'>;

/** @returns the credentials that were shown */
async function start(
  { site }: Site,
  { administrator, samples = true }: { administrator?: Credentials; samples?: boolean } = {},
): Promise<Credentials | null> {
  let shown: Credentials | null = null;
  await seedSite(site, {
    administrator,
    firstEmail: 'first@site.test',
    samplePosts: samples ? samplePosts : null,
    showCredentials: (credentials) => {
      shown = credentials;
    },
  });
  return shown;
}

const countPosts = async ({ site }: Site) => (await allPosts(site, { limit: 100 })).total;

const canSignIn = async ({ site }: Site, credentials: Credentials | null) =>
  (await signIn(site, credentials ?? { email: '', password: '' })).ok;

it('a first start gives a new site sample posts and an administrator, and shows the password once', async () => {
  const site = await makeApp();
  const failing = seedSite(site.site, {
    administrator: undefined,
    firstEmail: 'first@site.test',
    samplePosts,
    showCredentials() {
      throw new Error('The process ends here');
    },
  });
  await expect(failing).rejects.toThrow('The process ends here');
  // The next one gives everything.
  expect(await countPosts(site)).toBe(0);
  const shown = await start(site);
  expect(await countPosts(site)).toBe(6);
  expect(await canSignIn(site, shown)).toBe(true);
  expect(await start(site)).toBeNull();
  expect(await countPosts(site)).toBe(6);
  // Not even to an administrator who has deleted every post.
  for (const { slug } of (await allPosts(site.site, { limit: 100 })).posts) {
    await removePost(site.site, slug);
  }
  await start(site);
  expect(await countPosts(site)).toBe(0);
});

describeEachEngine('a first start', (_, { engine, makeMigrated }) => {
  // One SQLite file has one serving process.
  it.skipIf(engine === 'sqlite')(
    'of several instances at once seeds one database once, and shows one password that is right',
    async () => {
      const open = await makeMigrated();
      const sites = await Promise.all(Array.from({ length: 3 }, () => makeApp({ db: open() })));
      const shown = (await Promise.all(sites.map((site) => start(site)))).filter(Boolean);
      expect(shown).toHaveLength(1);
      expect(await countPosts(sites[0] as Site)).toBe(6);
      expect(await canSignIn(sites[1] as Site, shown[0] ?? null)).toBe(true);
    },
  );
});

it('a first start does not mix samples with a blog that was imported before it', async () => {
  const site = await makeApp();
  await createPost(site.site, input({ title: 'Ours' }));
  await start(site);
  expect(await countPosts(site)).toBe(1);
});

it('a start lets the administrator of the settings sign in, and keeps a password changed in the account until the setting changes', async () => {
  const site = await makeApp();
  const first = await start(site, { samples: false });
  for (const email of ['Owner@site.test', first?.email ?? '']) {
    const set = { email, password: 'the first password' };
    const changed = { email, password: 'changed in the account' };
    const later = { email, password: 'the second password' };
    const startWith = (administrator?: Credentials) =>
      start(site, { ...(administrator && { administrator }), samples: false });

    await startWith(set);
    expect(await canSignIn(site, set)).toBe(true);
    await resetPassword(site.site, changed.email, changed.password);
    for (const setting of [set, undefined, set]) await startWith(setting);
    expect([await canSignIn(site, changed), await canSignIn(site, set)]).toEqual([true, false]);
    await startWith(later);
    expect([await canSignIn(site, later), await canSignIn(site, changed)]).toEqual([true, false]);
    // Back to the first value is a change of the setting, too.
    await startWith(set);
    expect(await canSignIn(site, set)).toBe(true);
  }
  expect(await canSignIn(site, first)).toBe(false);
});
