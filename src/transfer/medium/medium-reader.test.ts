import { expect, it } from 'vitest';
import { importPath } from '../../../test/import-folder.ts';
import { makeApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';

type Story = { title: string; subtitle?: string; body: string; footer?: string };

function story({ title, subtitle, body, footer = PUBLISHED }: Story): string {
  return `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${title}</title></head><body><article class="h-entry">
<header><h1 class="p-name">${title}</h1></header>
${subtitle === undefined ? '' : `<section data-field="subtitle" class="p-summary">\n${subtitle}\n</section>`}
<section data-field="body" class="e-content">${body}</section>
<footer>${footer}</footer></article></body></html>`;
}

const PUBLISHED = `<p>Tagged in <a href="https://medium.com/tag/a" class="p-tag">Assays</a>, <a href="https://medium.com/tag/b" class="p-tag">Cells</a></p>
<p>By <a href="https://medium.com/@ada" class="p-author h-card">Ada</a> on <a href="https://medium.com/p/0123456789ab"><time class="dt-published" datetime="2018-08-11T11:23:34.123Z">August 11, 2018</time></a>.</p>
<p><a href="https://medium.com/@ada/on-binding-0123456789ab" class="p-canonical">Canonical link</a></p><p>Exported from <a href="https://medium.com">Medium</a></p>`;

const section = (inside: string) =>
  `<section name="1" class="section section--body"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner sectionLayout--insetColumn">${inside}</div></div></section>`;

it('stories of Medium come without its boxes, with author, tags, date and address', async () => {
  const app = await makeApp({ renderPage: async () => new Response('', { status: 404 }) });
  const body = [
    section(`<h3 name="a" id="a" class="graf graf--h3 graf--leading graf--title">On binding</h3>
<h4 name="b" id="b" class="graf graf--h4 graf--subtitle">How it begins</h4>
<p name="c" id="c" class="graf graf--p">Text <a href="https://medium.com/@ada/second-ba9876543210" data-href="x" class="markup--anchor" rel="noopener" target="_blank">second</a></p>
<figure name="d" class="graf graf--figure"><div class="aspectRatioPlaceholder is-locked" style="max-width: 700px"><div class="aspectRatioPlaceholder-fill"></div><img class="graf-image" data-image-id="1*a.png" src="https://cdn-images-1.medium.com/a.png"></div><figcaption class="imageCaption">The <em class="markup--em">caption</em></figcaption></figure>
<h3 class="graf graf--h3">Part</h3><pre name="e" class="graf graf--pre">a

b</pre>`),
    section(`<div class="graf graf--mixtapeEmbed"><a href="https://else.test/"><strong>Elsewhere</strong><br>else.test</a></div>
<figure class="graf graf--figure graf--iframe"><script src="https://gist.github.com/ada/1.js"></script></figure>
<figure class="graf graf--iframe"><iframe src="https://www.youtube.com/embed/abc?feature=oembed" width="700"></iframe></figure>`),
  ].join('');
  const folder = makeFolder({
    'README.html': '<html><body><h1>Your archive</h1></body></html>',
    'bookmarks/bookmarks-0001.html':
      '<html><body><section class="h-feed"><a>x</a></section></body></html>',
    'posts/2018-08-11_On-binding-0123456789ab.html': story({
      title: 'On binding',
      subtitle: 'How it begins',
      body,
    }),
    'posts/2018-08-12_second-ba9876543210.html': story({
      title: 'Second',
      body: section('<h3 class="graf--title">Second</h3><p class="graf">Text</p>'),
      footer: PUBLISHED.replaceAll('0123456789ab', 'ba9876543210').replace('on-binding', 'second'),
    }),
    'posts/2018-08-13_Thanks-.html': story({
      title: 'Thanks for this',
      body: section('<p class="graf graf--p graf--leading">Thanks for this piece.</p>'),
      footer: PUBLISHED.replaceAll('0123456789ab', 'aaaaaaaaaaaa'),
    }),
    'posts/draft_Later-cccccccccccc.html': story({
      title: 'Later',
      body: section('<p class="graf">Text</p>'),
      footer: '<p><a href="https://medium.com/p/cccccccccccc">View original.</a></p>',
    }),
  });
  const items = await importPath(app.services, folder);
  expect(items.map(({ slug, status, date }) => [slug, status, date !== null])).toEqual([
    ['on-binding', 'published', true],
    ['second', 'published', true],
    ['on-binding-2', 'draft', true],
    ['later', 'draft', false],
  ]);
  const post = await app.services.posts.publishedPost('on-binding');
  expect(post).toMatchObject({
    title: 'On binding',
    description: 'How it begins',
    author: 'Ada',
    tags: ['Assays', 'Cells'],
    date: '2018-08-11T11:23:34.123Z',
  });
  expect(post?.content).toBe(
    `<p>Text <a href="/blog/second">second</a></p>
<figure><img src="https://cdn-images-1.medium.com/a.png"><figcaption>The <em>caption</em></figcaption></figure>
<h2>Part</h2><pre>a

b</pre><hr><p><a href="https://else.test/">Elsewhere</a></p>
<figure><p><a href="https://gist.github.com/ada/1">https://gist.github.com/ada/1</a></p></figure>
<figure><a href="https://www.youtube.com/watch?v=abc">https://www.youtube.com/watch?v=abc</a></figure>`,
  );
  expect((await app.get('/@ada/on-binding-0123456789ab')).headers.get('Location')).toBe(
    '/blog/on-binding',
  );
});

it('a response that has a subtitle, too, comes as a draft, and code with its language', async () => {
  const app = await makeApp();
  const folder = makeFolder({
    'posts/2018-08-13_Thanks.html': story({
      title: 'Thanks for…',
      subtitle: 'Thanks for this piece.',
      body: section(
        '<p class="graf graf--p graf--leading">Thanks for this piece.</p><pre data-code-block-lang="python" class="graf--preV2"><span class="pre--content"><span>def</span> f():<br>  1 &lt; 2</span></pre>',
      ),
    }),
  });
  const [item] = await importPath(app.services, folder);
  expect(item?.status).toBe('draft');
  expect((await app.services.posts.anyPost(item?.slug ?? ''))?.content).toContain(
    '<pre><code class="language-python">def f():\n  1 &#x3C; 2</code></pre>',
  );
});

it('stories lead to each other by any of their URLs, and keep the links of pictures, quoted posts and players', async () => {
  const app = await makeApp();
  const folder = makeFolder({
    'posts/a-0123456789ab.html': story({
      title: 'A',
      body: section(
        [
          '<p><a href="https://medium.com/p/ba9876543210">b</a> <a href="https://pub.test/former-title-ba9876543210?source=friends_link&amp;sk=1#x">b</a> <a href="https://else.test/x-aaaaaaaaaaaa">c</a></p>',
          '<figure><a href="https://shop.test/" class="graf-imageAnchor"><img src="https://cdn.test/a.png"></a></figure>',
          '<figure><iframe src="https://cdn.embedly.com/widgets/media.html?src=x&amp;url=https%3A%2F%2Ffilm.test%2F1&amp;key=k"></iframe></figure>',
          '<figure><blockquote class="twitter-tweet"><a href="https://x.test/1"></a></blockquote><script src="https://platform.twitter.com/widgets.js"></script></figure>',
          '<figure><blockquote><p>Said</p></blockquote></figure>',
        ].join(''),
      ),
    }),
    'posts/b-ba9876543210.html': story({
      title: 'Б',
      body: section('<p class="graf">Text</p>'),
      // Cut within a character.
      footer: PUBLISHED.replaceAll('on-binding-0123456789ab', '%D0%91%D0').replaceAll(
        '0123456789ab',
        'ba9876543210',
      ),
    }),
  });
  const items = await importPath(app.services, folder);
  expect(items.map(({ slug }) => slug)).toEqual(['on-binding', 'story-ba9876543210']);
  expect((await app.services.posts.anyPost('on-binding'))?.content).toBe(
    [
      '<p><a href="/blog/story-ba9876543210">b</a> <a href="/blog/story-ba9876543210#section-x">b</a> <a href="https://else.test/x-aaaaaaaaaaaa">c</a></p>',
      '<figure><a href="https://shop.test/"><img src="https://cdn.test/a.png"></a></figure>',
      '<figure><a href="https://film.test/1">https://film.test/1</a></figure>',
      '<figure><blockquote><p><a href="https://x.test/1">https://x.test/1</a></p></blockquote></figure>',
      '<figure><blockquote><p>Said</p></blockquote></figure>',
    ].join(''),
  );
});

it('the picture that lists showed is the cover, links in a story lead to its parts, and a draft has the author of the others', async () => {
  const app = await makeApp();
  const cover =
    '<figure class="graf graf--figure"><img class="graf-image" data-is-featured="true" src="https://cdn.test/c.png"><figcaption>By <a href="https://else.test/">her</a></figcaption></figure>';
  const folder = makeFolder({
    'posts/a.html': story({
      title: 'A',
      body: section(
        `<h3 class="graf graf--title">A</h3>${cover}<p class="graf"><a href="#b1">below</a></p><h3 name="b1" id="b1" class="graf graf--h3">Below</h3><p id="c2" class="graf">Text</p>`,
      ),
    }),
    'posts/b-ba9876543210.html': story({
      title: 'B',
      body: section(`<p class="graf">Text</p>${cover}`),
      footer: '<p><a href="https://medium.com/p/ba9876543210">View original.</a></p>',
    }),
  });
  const [a] = await importPath(app.services, folder);
  const [first, draft] = [
    await app.services.posts.anyPost('on-binding'),
    await app.services.posts.anyPost('b'),
  ];
  const picture = { coverImage: 'https://cdn.test/c.png', coverImageCaption: 'By her' };
  expect(first).toMatchObject(picture);
  expect(first?.content).toBe('<p><a href="#b1">below</a></p><h2 id="b1">Below</h2><p>Text</p>');
  expect(a?.notes.map(({ message }) => message)).toContain('The links in its cover caption.');
  expect(draft).toMatchObject({ ...picture, author: 'Ada' });
  expect(draft?.content).toContain('<img src="https://cdn.test/c.png">');
});
