import { execFileSync } from 'node:child_process';
import { request as ask } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type ProductionSite, startProductionSite } from '../production-site.ts';

/** The site served by two processes that share a port. */

let site: ProductionSite;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = await startProductionSite({ WORKERS: '2' });
});
test.afterAll(() => site.stop());

/** Over a connection of its own, which the next worker takes. */
async function read(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    ask(`${site.address}${path}`, { agent: false }, async (answer) => {
      resolve(Buffer.concat(await answer.toArray()).toString());
    })
      .on('error', reject)
      .end();
  });
}

async function send(method: string, path: string, token: string | null, body?: object) {
  const response = await fetch(`${site.address}/api${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Connection: 'close',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect([method, path, response.ok]).toEqual([method, path, true]);
  return response.status === 204 ? null : response.json();
}

const signIn = async () =>
  (await send('POST', '/admin/login', null, site.administrator)).access_token as string;

/** The processes that serve; they are those of the one that was started. */
function workers(): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(site.pid())], {
    encoding: 'utf8',
  });
  return listed.trim().split(/\s+/).map(Number);
}

test('whoever publishes is answered when every process shows it: no reader sees the state before', async () => {
  const token = await signIn();
  const readTwice = (path: string) => Promise.all([1, 2, 3, 4].map(() => read(path)));
  await readTwice('/blog');
  for (let round = 1; round <= 5; round += 1) {
    const slug = `shared-${round}`;
    const post = { title: `Shared ${round}.`, slug, content: 'Text', status: 'published' };
    await send('POST', '/admin/blog/posts', token, post);
    for (const page of await readTwice('/blog')) expect(page).toContain(post.title);
    for (const page of await readTwice(`/blog/${slug}`)) expect(page).toContain(post.title);

    const edited = { ...post, title: `Changed ${round}.` };
    await send('PUT', `/admin/blog/posts/${slug}`, token, edited);
    for (const path of ['/blog', `/blog/${slug}`, '/feed.xml']) {
      for (const page of await readTwice(path)) expect(page).toContain(edited.title);
    }

    await send('DELETE', `/admin/blog/posts/${slug}`, token);
    for (const page of await readTwice('/blog')) expect(page).not.toContain(edited.title);
  }
});

test('a process that dies is replaced, and visitors and the writer go on', async () => {
  const before = workers();
  expect(before).toHaveLength(2);
  process.kill(before[0] ?? 0, 'SIGKILL');
  await expect
    .poll(() => workers().filter((pid) => !before.includes(pid)).length, { timeout: 15_000 })
    .toBe(1);
  // The new one takes its time to start; the other serves meanwhile.
  expect(await read('/blog')).toContain('</html>');
  await sleep(3_000);
  const token = await signIn();
  const post = { title: 'After.', slug: 'after', content: 'Text', status: 'published' };
  await send('POST', '/admin/blog/posts', token, post);
  for (const page of await Promise.all([1, 2, 3, 4].map(() => read('/blog')))) {
    expect(page).toContain(post.title);
  }
});
