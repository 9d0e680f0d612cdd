import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeZip } from '../../../test/attachments.ts';
import { importPath } from '../../../test/import-folder.ts';
import { makeApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { unwrap } from '../../../test/unwrap.ts';

const HEAD =
  'post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url';

const BODY = `<p>Text with <a href="https://me.substack.com/p/second">the second</a> <a href="https://open.substack.com/pub/me/p/second?r=a&amp;utm_campaign=post#x-y">o</a> <a href="https://open.substack.com/pub/other/p/second">n</a></p>

<div class="captioned-image-container"><figure><a class="image-link" href="https://cdn.test/a.png"><div class="image2-inset"><picture><source type="image/webp" srcset="https://cdn.test/a.webp 424w"><img src="https://cdn.test/a.png" data-attrs="{}" alt="A" srcset="https://cdn.test/a.png 424w"></picture></div></a><figcaption class="image-caption">A <em>caption</em></figcaption></figure></div>
<div class="subscription-widget-wrap" data-attrs="{}"><form><input type="email"></form></div>
<pre><code>a

b</code></pre>`;

it('a zip of Substack brings posts with dates, pictures, players and addresses, and no widgets', async () => {
  const app = await makeApp({ renderPage: async () => new Response('', { status: 404 }) });
  const zip = makeZip({
    'export/posts.csv': [
      HEAD,
      '12.first-post,2022-08-12T12:11:23.230Z,true,,newsletter,everyone,"First &amp; only","What it says, in short",',
      '13.second,2022-08-13T12:11:23.230Z,true,,podcast,everyone,Second,,https://cdn.test/a.mp3',
      '14.later,,false,,newsletter,everyone,Draft,,',
      '15.paid,2022-08-13T12:11:23.230Z,true,,newsletter,only_paid,Paid,,',
      '16.gone,2022-08-13T12:11:23.230Z,true,,newsletter,everyone,Gone,,',
    ].join('\r\n'),
    'export/posts/12.first-post.html': BODY,
    'export/posts/13.second.html': '<p>Listen</p>',
    'export/posts/14.later.html': '<p>Later</p>',
    'export/posts/15.paid.html': '<p>Paid</p>',
    'export/email_list.me.csv': 'email\na@b.test',
  });
  const path = join(makeFolder({ 'a.zip': zip }), 'a.zip');
  // The name of the publication stands in the list of its subscribers.
  const options = { author: 'Ada' };
  const items = await importPath(app.services, path, options);
  expect(items.map(({ outcome, status, slug }) => [outcome, status, slug])).toEqual([
    ['imported', 'published', 'first-post'],
    ['imported', 'published', 'second'],
    ['imported', 'draft', 'later'],
    ['imported', 'draft', 'paid'],
    ['failed', '', ''],
  ]);
  expect(items[4]?.reason).toContain('export/posts/16.gone.html');
  const first = await app.services.posts.publishedPost('first-post');
  expect(first).toMatchObject({
    title: 'First & only',
    description: 'What it says, in short',
    author: 'Ada',
    date: '2022-08-12T12:11:23.230Z',
  });
  expect(first?.content).toContain(
    '<a href="/blog/second">the second</a> <a href="/blog/second#x-y">o</a> <a href="https://open.substack.com/pub/other/p/second">n</a>',
  );
  expect(first?.content).toContain(
    '<figure><img src="https://cdn.test/a.png" alt="A"><figcaption class="image-caption">A <em>caption</em></figcaption></figure>',
  );
  expect(first?.content).not.toContain('subscription-widget');
  expect(first?.content).toContain('a\n\nb');
  expect((await app.services.posts.publishedPost('second'))?.contentHtml).toMatch(
    /<audio[^>]* src="https:\/\/cdn\.test\/a\.mp3"/,
  );
  expect((await app.get('/p/first-post')).headers.get('Location')).toBe('/blog/first-post');
});

it('a list of posts that cannot be read is refused in words', async () => {
  const app = await makeApp();
  for (const [csv, told] of [
    [`${HEAD}\n1.a,"unclosed`, 'posts.csv cannot be read'],
    [Buffer.from(`${HEAD}\n1.é,`, 'latin1'), 'UTF-8'],
  ] as const) {
    const sourcePath = makeFolder({ 'posts.csv': csv });
    expect(await app.services.transfer.startImport(sourcePath, {})).toMatchObject({
      failure: { detail: expect.stringContaining(told) },
    });
  }
});

it('what Substack embeds comes as what it stands for, and what only Substack has is named', async () => {
  const app = await makeApp();
  const embed = (name: string, data: object) =>
    `<div class="${name}" data-attrs="${JSON.stringify(data).replaceAll('"', '&quot;')}"></div>`;
  const folder = makeFolder({
    'posts.csv': `${HEAD}\n1.a,2022-08-12T12:11:23.230Z,true,,newsletter,everyone,A,,`,
    'posts/1.a.html': [
      '<p>Text</p>',
      embed('tweet', { url: 'https://x.test/1', full_text: 'Said < so', username: 'ada' }),
      embed('latex-rendered', { persistentExpression: 'E = mc^2' }),
      embed('embedded-post-wrap', { url: 'https://x.test/p', title: 'Other' }),
      embed('image-gallery-embed', {
        gallery: { images: [{ src: 'https://x.test/a.png' }], caption: 'C' },
      }),
      embed('native-video-embed', { mediaUploadId: 'x' }),
      embed('tweet', { url: 'javascript:alert(1)' }),
    ].join(''),
  });
  const [item] = await importPath(app.services, folder);
  expect((await app.services.posts.anyPost('a'))?.content).toBe(
    '<p>Text</p><blockquote><p>Said &#x3C; so</p><p><a href="https://x.test/1">@ada</a></p></blockquote><pre><code>E = mc^2</code></pre><p><a href="https://x.test/p">Other</a></p><figure><img src="https://x.test/a.png" alt=""><figcaption>C</figcaption></figure>',
  );
  expect(item?.notes.map(({ message }) => message)).toContain(
    'Substack-specific parts: native-video-embed (1), tweet (1).',
  );
});

it('names, links and players that Substack keeps beside the text come along, and texts without a row are named', async () => {
  const app = await makeApp();
  const embed = (tag: string, name: string, data: object, inside = '') =>
    `<${tag} class="${name}" data-attrs="${JSON.stringify(data).replaceAll('"', '&quot;')}">${inside}</${tag}>`;
  const folder = makeFolder({
    'posts.csv': `${HEAD}\n1.a,2022-08-12T12:11:23.230Z,true,,podcast,everyone,A,,https://x.test/%E0%A4%A.mp3?a=1&b=2`,
    'posts/1.a.html': [
      `<p>By ${embed('span', 'mention-wrap', { name: 'Ada', url: null })} of ${embed('span', 'cashtag-wrap', { symbol: '$ABC' })}</p>`,
      embed('div', 'youtube-wrap', { videoId: 'abc' }),
      embed('div', 'youtube-wrap', {}, '<iframe src="https://x.test/?a=1&amp;b=2"></iframe>'),
      embed('div', 'vimeo-wrap', { videoId: '12' }),
      embed('div', 'instagram', { instagram_id: 'xy', title: 'Photo' }),
      embed('div', 'bluesky-wrap', { authorHandle: 'a.test', postId: '3k', text: 'Said' }),
      embed('div', 'tweet', {
        url: 'https://x.test/1',
        full_text: 'Look',
        photos: [{ img_url: 'https://x.test/p.jpg' }],
      }),
      embed('div', 'comment', { url: 'https://x.test/c', comment: { body: 'No', name: 'Bo' } }),
      '<figure><a class="image-link" href="https://shop.test/"><img src="https://x.test/a.png" alt="A"></a></figure>',
      '<p class="button-wrapper"><a class="button" href="https://shop.test/book"><span>Buy</span></a></p>',
      '<p class="button-wrapper"><a class="button" href="https://me.substack.com/subscribe?">Subscribe</a></p>',
    ].join(''),
    'posts/2.lost.html': '<p>Lost</p>',
  });
  const sourcePath = folder;
  const { source } = unwrap(await app.services.transfer.planImport(sourcePath, {}));
  expect(source.notes.map(({ message }) => message).join()).toContain('posts/2.lost.html');
  const [item] = await importPath(app.services, folder);
  expect((await app.services.posts.anyPost('a'))?.content).toBe(
    [
      '<figure><audio controls src="https://x.test/%E0%A4%A.mp3?a=1&amp;b=2"></audio></figure>\n',
      '<p>By Ada of $ABC</p>',
      '<p><a href="https://www.youtube.com/watch?v=abc">https://www.youtube.com/watch?v=abc</a></p>',
      '<div class="youtube-wrap"><a href="https://x.test/?a=1&amp;b=2">https://x.test/?a=1&amp;b=2</a></div>',
      '<p><a href="https://vimeo.com/12">https://vimeo.com/12</a></p>',
      '<p><a href="https://www.instagram.com/p/xy/">Photo</a></p>',
      '<blockquote><p>Said</p><p><a href="https://bsky.app/profile/a.test/post/3k">@a.test</a></p></blockquote>',
      '<blockquote><p>Look</p><img src="https://x.test/p.jpg" alt=""><p><a href="https://x.test/1">https://x.test/1</a></p></blockquote>',
      '<blockquote><p>No</p><p><a href="https://x.test/c">Bo</a></p></blockquote>',
      '<figure><a href="https://shop.test/"><img src="https://x.test/a.png" alt="A"></a></figure>',
      '<p><a href="https://shop.test/book"><span>Buy</span></a></p>',
    ].join(''),
  );
  expect(item?.notes.map(({ message }) => message)).toContain(
    'Substack-specific parts: buttons (1).',
  );
});
