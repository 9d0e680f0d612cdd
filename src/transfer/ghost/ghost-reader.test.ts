import { expect, it } from 'vitest';
import { importPath, readItems } from '../../../test/import-folder.ts';
import { makeApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { publishedPost, publishedPosts } from '../../posts/public-posts.ts';
import { anyPost } from '../../posts/reading.ts';
import { startImport } from '../import.ts';
import { redirectTarget } from '../redirects.ts';

const POST = {
  id: '1',
  title: 'On & on',
  slug: 'on-and-on',
  status: 'published',
  visibility: 'public',
  type: 'post',
  published_at: '2024-05-06T07:08:09.000Z',
  html: '<p>Text</p>',
};

function exported(posts: object[], more: object = {}): string {
  const data = {
    posts,
    users: [
      { id: 'u1', name: 'Ada' },
      { id: 'u2', name: 'Zoë' },
    ],
    tags: [
      { id: 't1', name: 'Assays', visibility: 'public' },
      { id: 't2', name: '#internal', visibility: 'internal' },
      { id: 't3', name: 'Cells', visibility: 'public' },
    ],
    posts_tags: [
      { post_id: '1', tag_id: 't3', sort_order: 1 },
      { post_id: '1', tag_id: 't1', sort_order: 0 },
      { post_id: '1', tag_id: 't2', sort_order: 2 },
    ],
    posts_authors: [
      { post_id: '1', author_id: 'u2', sort_order: 1 },
      { post_id: '1', author_id: 'u1', sort_order: 0 },
    ],
    posts_meta: [{ post_id: '1', feature_image_caption: 'A <b>cover</b>' }],
    ...more,
  };
  return JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] });
}

const GATED = '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free" -->';

it('posts of Ghost come with authors, tags, dates, covers, pictures and addresses', async () => {
  const app = await makeApp({ renderPage: async () => new Response('', { status: 404 }) });
  const png = await makePng();
  const html = `<p>Text</p><!--kg-card-begin: html--><p>Raw</p><!--kg-card-end: html-->
<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/2024/a.png" srcset="__GHOST_URL__/content/images/size/w600/2024/a.png 600w" alt="A"></figure>
<p><a href="__GHOST_URL__/other/#x">Other</a></p><iframe src="https://www.youtube.com/embed/abc"></iframe>
<img src="__GHOST_URL__/content/images/size/w600/format/webp/2024/a.png" alt="small"><a href="__GHOST_URL__/content/files/a.csv">CSV</a>`;
  const folder = makeFolder({
    'site.ghost.json': exported([
      { ...POST, html, feature_image: '__GHOST_URL__/content/images/2024/a.png' },
      { ...POST, id: '2', slug: 'other', title: 'Other' },
    ]),
    'content/images/2024/a.png': png,
    'content/files/a.csv': 'a,b\n1,2',
  });
  const [item] = await importPath(app.site, folder);
  const post = await publishedPost(app.site, 'on-and-on');
  const [url = ''] = /\/media\/[^"]+/.exec(post?.content ?? '') ?? [];
  expect(post).toMatchObject({
    title: 'On & on',
    author: 'Ada, Zoë',
    tags: ['Assays', 'Cells'],
    date: '2024-05-06T07:08:09.000Z',
    coverImage: url,
    coverImageCaption: 'A cover',
    description: 'Text',
  });
  expect(post?.content).toContain(`<img src="${url}" alt="A">`);
  expect(post?.content).toContain('<a href="/blog/other#section-x">Other</a>');
  expect(post?.content).toContain('href="https://www.youtube.com/watch?v=abc"');
  expect(post?.content).toContain(`<img src="${url}" alt="small">`);
  expect(post?.content).toMatch(/<a href="\/media\/[^"]+">CSV</);
  expect(item?.notes.map(({ message }) => message).join()).toContain('www.youtube.com');
  expect((await app.get('/on-and-on/')).headers.get('Location')).toBe('/blog/on-and-on');
  const later = exported([
    { ...POST, slug: 'renamed' },
    { ...POST, id: '3', slug: 'new' },
  ]);
  const again = await importPath(app.site, makeFolder({ 'b.json': later }));
  expect(again.map(({ outcome, slug }) => [outcome, slug])).toEqual([
    ['skipped', 'on-and-on'],
    ['imported', 'new'],
  ]);
});

it('what was not for everybody on Ghost is not public here', async () => {
  const app = await makeApp();
  const others = [
    { visibility: 'paid' },
    { visibility: 'members' },
    { status: 'draft', published_at: null },
    { status: 'sent' },
    { type: 'page' },
    { html: '<p>Free</p><!--members-only--><p>Paid</p>' },
    { html: `<p>Free</p>${GATED}<p>Members</p><!--kg-gated-block:end-->` },
    { status: 'scheduled', published_at: '2030-01-01T00:00:00.000Z' },
    { status: 'scheduled', published_at: '2030-01-01T00:00:00.000Z' },
    {},
  ].map((change, index) => ({ ...POST, ...change, id: String(index), slug: `p${index}` }));
  const more = { posts_meta: [{ post_id: '7', email_only: 1 }] };
  const items = await importPath(app.site, makeFolder({ 'a.json': exported(others, more) }));
  expect(items.map(({ status }) => status)).toEqual([
    ...Array(8).fill('draft'),
    ...Array(2).fill('published'),
  ]);
  expect(await publishedPosts(app.site, { limit: 10 })).toMatchObject({ total: 1 });
});

it('an export that is broken, of another form or several at once is refused in words, a post without HTML fails', async () => {
  const app = await makeApp();
  const whole = exported([POST]);
  for (const [text, told] of [
    [`{"exported_on": 1, "posts": ${whole.slice(0, 40)}`, 'not complete JSON'],
    [exported([{ ...POST, title: 7 }]), 'posts.0.title'],
  ] as const) {
    await expect(startImport(app.site, makeFolder({ 'a.json': text }))).rejects.toThrow(told);
  }
  const two = makeFolder({ 'a.json': exported([POST]), 'b.json': exported([POST]) });
  await expect(startImport(app.site, two)).rejects.toThrow('one at a time: a.json, b.json.');
  const [item] = await importPath(
    app.site,
    makeFolder({ 'a.json': exported([{ ...POST, html: null }]) }),
  );
  expect(item).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('no HTML') });
});

it('cards keep what they say, without the buttons, times and forms that only Ghost moves', async () => {
  const app = await makeApp();
  const html = [
    '<div class="kg-card kg-audio-card"><img src="" alt="audio-thumbnail"><div><audio src="https://x.test/a.mp3"></audio><div class="kg-audio-title">Talk &amp; more</div><div><button>play</button><span class="kg-audio-current-time">0:00</span></div></div></div>',
    '<figure class="kg-card kg-video-card" data-kg-thumbnail="https://x.test/t.png"><div><video src="https://x.test/v.mp4" poster="https://spacer.test/s.png"></video><span>0:10</span></div><figcaption>Cells</figcaption></figure>',
    '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://x.test/r.pdf"><div class="kg-file-card-title">Report</div><div class="kg-file-card-caption">All of it</div><div class="kg-file-card-filesize">1 MB</div></a></div>',
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.test/p"><div class="kg-bookmark-title">Paper</div><div class="kg-bookmark-description">On cells</div><img class="kg-bookmark-icon" src="https://x.test/icon.png"></a><figcaption>Read <b>it</b></figcaption></figure>',
    '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">Mind <b>it</b></div></div>',
    '<div class="kg-card kg-toggle-card"><div><h4 class="kg-toggle-heading-text">Why?</h4><button>+</button></div><div class="kg-toggle-content"><p>So.</p></div></div>',
    '<div class="kg-card kg-signup-card"><form><input><div>Email sent!</div></form></div>',
    '<p>End</p>',
  ].join('');
  await importPath(app.site, makeFolder({ 'a.json': exported([{ ...POST, html }]) }));
  const content = (await anyPost(app.site, 'on-and-on'))?.content;
  for (const part of [
    '<audio src="https://x.test/a.mp3" controls></audio>',
    '<div class="kg-audio-title">Talk &#x26; more</div>',
    '<video src="https://x.test/v.mp4" poster="https://spacer.test/s.png" controls></video>',
    '<div class="kg-file-card-caption">All of it</div>',
    '<div class="kg-bookmark-title">Paper</div>',
    '<figcaption>Read <b>it</b></figcaption>',
    '<div class="kg-callout-text">Mind <b>it</b></div>',
    '<h4 class="kg-toggle-heading-text">Why?</h4>',
  ]) {
    expect(content).toContain(part);
  }
  expect(content).not.toMatch(/<button|0:00|1 MB|icon|Email sent|audio-thumbnail/);
});

it('paths that redirects.json led to a post lead there on, the others and links elsewhere are named', async () => {
  const { site } = await makeApp({ renderPage: async () => new Response('', { status: 404 }) });
  const html = '<p><a href="__GHOST_URL__">Home</a> <a href="__GHOST_URL__/tag/a/">A</a></p>';
  const post = { ...POST, html, slug: 'snake_case', title: 'T'.repeat(301) };
  const folder = makeFolder({
    'site.json': exported([post]),
    'redirects.json': JSON.stringify([
      { from: '/was/', to: '/snake_case/', permanent: true },
      { from: '^\\/old\\/a\\/?$', to: 'https://old.example/was/?x=1' },
      { from: '^/(\\d+)/', to: '/snake_case/' },
      { from: '/shop', to: 'https://shop.test/snake_case/' },
    ]),
  });
  const started = await startImport(site, folder, { siteUrl: 'https://old.example' });
  const [item] = await readItems(started);
  expect(item).toMatchObject({ outcome: 'imported', slug: 'snake-case' });
  for (const from of ['/was', '/old/a/']) {
    expect([from, await redirectTarget(site, from)]).toEqual([from, '/blog/snake-case']);
  }
  expect(await redirectTarget(site, '/shop')).toBe(null);
  const notes = [...started.notes, ...(item?.notes ?? [])].map(({ message }) => message).join();
  for (const lost of [
    '^/(\\d+)/ to /snake_case/, /shop to https://shop.test/snake_case/.',
    'https://old.example/, https://old.example/tag/a/',
    'end of its title',
  ]) {
    expect(notes).toContain(lost);
  }
});
