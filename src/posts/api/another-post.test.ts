import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeApp } from '../../../test/make-app.ts';
import { confirmSubscription } from '../../newsletter/subscription.ts';

const POSTS = '/api/admin/blog/posts';
const ISSUES = '/api/admin/newsletter';
const POST = { slug: 'a', title: 'A', content: 'Of A' };
const NOTICE = { kind: 'retraction', date: '2026-02-01', issuedBy: 'A', reason: 'Wrong' };

type Read = { etag: string; changes: string };

/** What a form sends that was opened with a post at `/blog/a`, which had unpublished changes. */
const WRITES: Record<string, (read: Read) => readonly [string, string, object?]> = {
  save: ({ etag }) => ['PUT', `${POSTS}/a`, { ...POST, etag }],
  'publish changes': ({ changes }) => ['PUT', `${POSTS}/a`, { ...POST, etag: changes }],
  'save changes': ({ etag }) => ['PUT', `${POSTS}/a/changes`, { ...POST, etag }],
  'replace changes': ({ changes }) => ['PUT', `${POSTS}/a/changes`, { ...POST, etag: changes }],
  'discard changes': ({ changes }) => ['DELETE', `${POSTS}/a/changes?etag=${changes}`],
  freeze: ({ etag }) => ['POST', `${POSTS}/a/record/versions`, { etag, note: '' }],
  'add a notice': ({ etag }) => ['POST', `${POSTS}/a/record/notices`, { ...NOTICE, etag }],
  'create a preview link': ({ etag }) => ['POST', `${POSTS}/a/preview-link`, { etag }],
  'preview an issue': ({ etag }) => ['POST', `${ISSUES}/preview`, { slug: 'a', etag }],
  'mail a test': ({ etag }) => ['POST', `${ISSUES}/tests`, { slug: 'a', etag }],
  'send an issue': ({ etag }) => ['POST', `${ISSUES}/issues`, { slug: 'a', etag }],
  'schedule an issue': ({ etag }) => [
    'POST',
    `${ISSUES}/issues`,
    { slug: 'a', etag, sendAt: '2026-03-02T00:00:00.000Z' },
  ],
  delete: ({ etag }) => ['DELETE', `${POSTS}/a?etag=${etag}`],
};

describeEachEngine('a form of a post whose slug another post has now', (makeDatabase) => {
  it.each(['renamed', 'trashed'] as const)('writes nothing once its post is %s', async (fate) => {
    const app = await makeApp({ db: await makeDatabase(), liveForms: true });
    const token = await app.signIn();
    await app.postJson('/api/newsletter', { email: 'reader@lab.test' });
    const [mail] = await app.sendMails();
    const link = /\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await confirmSubscription(app.site, link);
    const create = async (content: string): Promise<Read> => {
      const made = await app.postJson(POSTS, { ...POST, content }, token);
      const { etag } = await made.json();
      const json = { ...POST, content: `${content}, changed` };
      const changes = await (await app.putJson(`${POSTS}/a/changes`, json, token)).json();
      return { etag, changes: changes.etag };
    };
    const read = await create('Of A');
    const moved =
      fate === 'trashed'
        ? await app.send('DELETE', `${POSTS}/a`, { token })
        : await app.putJson(`${POSTS}/a`, { ...POST, slug: 'renamed' }, token);
    expect(moved.ok).toBe(true);
    await create('Of B');
    const stored = async () => {
      const paths = ['changes', 'record', 'preview-link', 'revisions'];
      const ofPost = paths.map((path) => `${POSTS}/a/${path}`);
      const all = ['/api/blog/posts/a', ...ofPost, `${ISSUES}/issues`, `${ISSUES}/scheduled`];
      return Promise.all(all.map(async (path) => (await app.get(path, token)).json()));
    };
    const before = await stored();
    expect(before[0]).toMatchObject({ content: 'Of B', version: 1 });
    const answers: unknown[] = [];
    for (const [write, of] of Object.entries(WRITES)) {
      const [method, path, json] = of(read);
      const headers = { 'Content-Type': 'application/json' };
      const body = json && { headers, body: JSON.stringify(json) };
      const answer = await app.send(method, path, { token, ...body });
      answers.push([write, answer.status, await answer.text()]);
    }
    const detail =
      'This post was renamed or deleted, and another post has its address now. Open the list of posts to find it.';
    const refused = JSON.stringify({ detail });
    expect(answers).toEqual(Object.keys(WRITES).map((write) => [write, 409, refused]));
    expect(await stored()).toEqual(before);
    expect(await app.sendMails()).toEqual([]);
  });
});
