import { expect, it } from 'vitest';
import { importFiles, importPath, makeEmptyApp } from '../../../test/import-folder.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { publishedPost, publishedPosts } from '../../posts/public-posts.ts';
import { anyPost } from '../../posts/reading.ts';
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
    users: ['Zoë', 'Ada'].map((name, at) => ({ id: `u${at}`, name })),
    tags: ['Cells', '#internal', 'Assays'].map((name, at) => ({ id: `t${at}`, name })),
    // The last comes first.
    posts_tags: [0, 1, 2].map((at) => ({ post_id: '1', tag_id: `t${at}`, sort_order: 2 - at })),
    posts_authors: [0, 1].map((at) => ({ post_id: '1', author_id: `u${at}`, sort_order: 1 - at })),
    posts_meta: [{ post_id: '1', feature_image_caption: 'A <b>cover</b>' }],
    ...more,
  };
  return JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] });
}

const GATED = '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free" -->';

it('posts of Ghost come with authors, tags, dates, covers, pictures and addresses', async () => {
  const png = await makePng();
  const html = `<p>Text</p><!--kg-card-begin: html--><p>Raw</p><!--kg-card-end: html-->
<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/2024/a.png" srcset="__GHOST_URL__/content/images/size/w600/2024/a.png 600w" alt="A"></figure>
<p><a href="__GHOST_URL__/other/#x">Other</a></p><iframe src="https://www.youtube.com/embed/abc"></iframe>
<img src="__GHOST_URL__/content/images/size/w600/format/webp/2024/a.png" alt="small"><a href="__GHOST_URL__/content/files/a.csv">CSV</a>`;
  const { site, get, notes } = await importFiles({
    'site.ghost.json': exported([
      { ...POST, html, feature_image: '__GHOST_URL__/content/images/2024/a.png' },
      { ...POST, id: '2', slug: 'other', title: 'Other' },
    ]),
    'content/images/2024/a.png': png,
    'content/files/a.csv': 'a,b\n1,2',
  });
  const post = await publishedPost(site, 'on-and-on');
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
  for (const part of [
    `<img src="${url}" alt="A">`,
    '<a href="/blog/other#section-x">Other</a>',
    'href="https://www.youtube.com/watch?v=abc"',
    `<img src="${url}" alt="small">`,
  ]) {
    expect(post?.content).toContain(part);
  }
  expect(post?.content).toMatch(/<a href="\/media\/[^"]+">CSV</);
  expect(notes.join()).toContain('www.youtube.com');
  expect((await get('/on-and-on/')).headers.get('Location')).toBe('/blog/on-and-on');
  const renamed = { ...POST, slug: 'renamed' };
  const later = exported([renamed, { ...POST, id: '3', slug: 'new' }]);
  const again = await importPath(site, makeFolder({ 'b.json': later }));
  expect(again.map(({ outcome, slug }) => [outcome, slug])).toEqual([
    ['skipped', 'on-and-on'],
    ['imported', 'new'],
  ]);
});

it('what was not for everybody on Ghost is not public here', async () => {
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
  const { site, items } = await importFiles({ 'a.json': exported(others, more) });
  expect(items.map(({ status }) => status)).toEqual([
    ...Array(8).fill('draft'),
    ...Array(2).fill('published'),
  ]);
  expect(await publishedPosts(site, { limit: 10 })).toMatchObject({ total: 1 });
});

it('an export that is broken, of another form or several at once is refused in words, a post without HTML fails', async () => {
  const into = await makeEmptyApp();
  const whole = exported([POST]);
  const two = { 'a.json': whole, 'b.json': whole };
  await expect(importFiles(two, {}, into)).rejects.toThrow('one at a time: a.json, b.json.');
  for (const [text, told] of [
    [`{"exported_on": 1, "posts": ${whole.slice(0, 40)}`, 'not complete JSON'],
    [exported([{ ...POST, title: 7 }]), 'posts.0.title'],
  ] as const) {
    await expect(importFiles({ 'a.json': text }, {}, into)).rejects.toThrow(told);
  }
  const { items } = await importFiles({ 'a.json': exported([{ ...POST, html: null }]) }, {}, into);
  const reason = expect.stringContaining('no HTML');
  expect(items).toMatchObject([{ outcome: 'failed', reason }]);
});

it('cards keep what they say, without the buttons, times and forms that only Ghost moves', async () => {
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
  const { site } = await importFiles({ 'a.json': exported([{ ...POST, html }]) });
  const content = (await anyPost(site, 'on-and-on'))?.content;
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
  const html = '<p><a href="__GHOST_URL__">Home</a> <a href="__GHOST_URL__/tag/a/">A</a></p>';
  const post = { ...POST, html, slug: 'snake_case', title: 'T'.repeat(301) };
  const redirects = JSON.stringify([
    { from: '/was/', to: '/snake_case/', permanent: true },
    { from: '^\\/old\\/a\\/?$', to: 'https://old.example/snake_case/?x=1' },
    { from: '^/(\\d+)/', to: '/snake_case/' },
    { from: '/shop', to: 'https://shop.test/snake_case/' },
  ]);
  const files = { 'site.json': exported([post]), 'redirects.json': redirects };
  const siteUrl = 'https://old.example';
  const { site, items, notes } = await importFiles(files, { siteUrl });
  expect(items).toMatchObject([{ outcome: 'imported', slug: 'snake-case' }]);
  for (const from of ['/was', '/old/a/']) {
    expect([from, await redirectTarget(site, from)]).toEqual([from, '/blog/snake-case']);
  }
  expect(await redirectTarget(site, '/shop')).toBe(null);
  for (const lost of [
    '^/(\\d+)/ to /snake_case/, /shop to https://shop.test/snake_case/.',
    'https://old.example/, https://old.example/tag/a/',
    'end of its title',
  ]) {
    expect(notes.join()).toContain(lost);
  }
});
