import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeApp } from '../../test/make-app.ts';
import { furnish } from './first-start.ts';

const samplePosts = join(import.meta.dirname, '../content/posts');
const wishes = { administrator: undefined, firstEmail: 'first@site.test', samplePosts };

test('a newcomer finds posts to read and somebody to sign in as, and is told the password once', async () => {
  const { services } = await makeApp();
  const shown = await furnish(services, wishes);
  expect((await services.allPosts({ limit: 100 })).total).toBe(6);
  expect(await services.signIn(shown ?? { email: '', password: '' })).toMatchObject({ ok: true });
  expect(await furnish(services, wishes)).toBeNull();
});

test('a blog that was imported before the first start is not mixed with samples', async () => {
  const { services } = await makeApp();
  const own = { title: 'Ours', slug: 'ours', content: 'Text.', status: 'published' as const };
  const empty = { description: '', author: '', coverImage: '', coverImageCaption: '' };
  await services.createPost({ ...own, ...empty, tags: [], references: [], publishDate: null });
  await furnish(services, wishes);
  expect((await services.allPosts({ limit: 100 })).total).toBe(1);
});

test('an administrator who deleted every post does not get the samples back', async () => {
  const { services } = await makeApp();
  await furnish(services, wishes);
  for (const { slug } of (await services.allPosts({ limit: 100 })).posts) {
    await services.removePost(slug);
  }
  await furnish(services, wishes);
  expect((await services.allPosts({ limit: 100 })).total).toBe(0);
});

test('the administrator of the settings can sign in, also after the password was changed there', async () => {
  const { services } = await makeApp();
  const email = 'owner@site.test';
  for (const password of ['the first password', 'the second password']) {
    await furnish(services, { ...wishes, administrator: { email, password }, samplePosts: null });
    expect(await services.signIn({ email, password })).toMatchObject({ ok: true });
  }
});
