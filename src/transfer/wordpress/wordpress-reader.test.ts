import { describe, expect, it } from 'vitest';
import { importFiles, makeEmptyApp } from '../../../test/import-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { publishedPost, publishedPosts } from '../../posts/public-posts.ts';
import { anyPost, postStats } from '../../posts/reading.ts';
import { redirectTarget } from '../redirects.ts';
import { autop } from './autop.ts';

type Item = { [field: string]: string | undefined; content?: string; more?: string };

function item({ content = 'Text', more = '', ...fields }: Item): string {
  const all: Record<string, string | undefined> = {
    title: 'A',
    link: 'https://old.example/2012/05/a/',
    'dc:creator': 'ada',
    'wp:post_id': '1',
    'wp:post_date': '2012-05-08 10:00:00',
    'wp:post_date_gmt': '2012-05-08 00:00:00',
    'wp:post_name': 'a',
    'wp:status': 'publish',
    'wp:post_type': 'post',
    ...fields,
  };
  const elements = Object.entries(all).map(
    ([name, text]) => `<${name}><![CDATA[${text}]]></${name}>`,
  );
  return `<item>${elements.join('')}<content:encoded><![CDATA[${content}]]></content:encoded>${more}</item>`;
}

function wxr(...items: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_login>ada</wp:author_login><wp:author_display_name><![CDATA[Ada L.]]></wp:author_display_name></wp:author>
${items.join('\n')}</channel></rss>`;
}

const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;

describe('an export of WordPress', () => {
  it('brings posts with author, terms, date, cover, pictures, captions, galleries and addresses', async () => {
    const attachment = (id: string, file: string) =>
      item({
        'wp:post_id': id,
        'wp:post_type': 'attachment',
        'wp:post_parent': '1',
        'wp:status': 'inherit',
        'wp:attachment_url': `https://old.example/wp-content/uploads/2012/05/${file}`,
        'excerpt:encoded': `Caption ${id}`,
        more: meta('_wp_attachment_image_alt', `Alt ${id}`),
      });
    const content = [
      'First <em>paragraph</em>\nsecond line',
      '[caption id="attachment_7" align="left" width="300"]<a href="https://old.example/2012/06/b/"><img src="https://old.example/wp-content/uploads/2012/05/a.png" alt="A" /></a> The <b>caption</b>[/caption]',
      '[gallery ids="8,9"]',
      '[gallery]',
      '<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
      'https://www.youtube.com/watch?v=abc',
      '<!--more-->[contact-form-7 id="1" title="x"] and [just words]',
    ].join('\r\n\r\n');
    const terms = `<category domain="category" nicename="m"><![CDATA[Methods]]></category><category domain="post_tag" nicename="a"><![CDATA[assay]]></category><category domain="category" nicename="uncategorized"><![CDATA[Uncategorized]]></category>
      <wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>Nice</wp:comment_content></wp:comment>`;
    const fields = `${meta('_thumbnail_id', '8')}${meta('_wp_old_slug', 'older')}${meta('_wp_old_date', '2011-01-30')}${meta('weather', 'fine')}`;
    const b = { 'wp:post_id': '2', 'wp:post_name': 'b', link: 'https://old.example/2012/06/b/' };
    const { site, get, items, notes } = await importFiles({
      'old.xml': wxr(
        item({ title: 'A &amp; <em>B</em>', content, more: terms + fields }),
        item({ ...b, title: 'B' }),
        attachment('8', 'a.png'),
        attachment('9', 'b.png'),
      ),
      'wp-content/uploads/2012/05/a.png': await makePng(),
    });
    expect(items).toHaveLength(2);
    const post = await publishedPost(site, 'a');
    const [url = ''] = /\/media\/[^"]+/.exec(post?.content ?? '') ?? [];
    expect(post).toMatchObject({
      title: 'A & B',
      author: 'Ada L.',
      tags: ['assay', 'Methods'],
      date: '2012-05-08T00:00:00.000Z',
      coverImage: url,
      coverImageCaption: 'Caption 8',
      description: 'First paragraph second line',
    });
    expect(post?.content.replace(/\n/g, '')).toBe(
      [
        '<p>First <em>paragraph</em><br>second line</p>',
        `<figure><a href="/blog/b"><img src="${url}" alt="A"></a><figcaption>The <b>caption</b></figcaption></figure>`,
        `<figure><img src="${url}" alt="Alt 8"><figcaption>Caption 8</figcaption></figure>`,
        '<figure><img src="https://old.example/wp-content/uploads/2012/05/b.png" alt="Alt 9"><figcaption>Caption 9</figcaption></figure>',
        `<figure><img src="${url}" alt="Alt 8"><figcaption>Caption 8</figcaption></figure>`,
        '<figure><img src="https://old.example/wp-content/uploads/2012/05/b.png" alt="Alt 9"><figcaption>Caption 9</figcaption></figure>',
        '<ul><li>one</li><li>two</li></ul>',
        '<p><a href="https://www.youtube.com/watch?v=abc">https://www.youtube.com/watch?v=abc</a></p>',
        '<p>[contact-form-7 id="1" title="x"] and [just words]</p>',
      ].join(''),
    );
    for (const lost of ['contact-form-7.', 'comments by readers: 1', 'weather', 'old.example']) {
      expect(notes.join('\n')).toContain(lost);
    }
    for (const path of ['/2012/05/a/', '/2012/05/older/', '/2011/01/a/']) {
      expect((await get(path)).headers.get('Location')).toBe('/blog/a');
    }
  });

  it('keeps what was not public from the public, and says of what it leaves behind', async () => {
    const posts = [
      { 'wp:status': 'draft', 'wp:post_date_gmt': '0000-00-00 00:00:00' },
      { 'wp:status': 'pending' },
      { 'wp:status': 'private' },
      { 'wp:post_password': 'secret' },
      { 'wp:post_type': 'page' },
      { content: '<!-- wp:group {"metadata":{"blockVisibility":false}} -->a<!-- /wp:group -->' },
      { 'wp:status': 'future', 'wp:post_date_gmt': '2030-01-01 00:00:00' },
      { 'wp:status': 'trash' },
      { content: ' ' },
      { 'wp:post_type': 'nav_menu_item' },
    ].map((change, at) => item({ 'wp:post_id': `${at}`, 'wp:post_name': `p${at}`, ...change }));
    const { site, items } = await importFiles({ 'old.xml': wxr(...posts) });
    expect(items.map(({ outcome, status, reason }) => [outcome, status, reason])).toEqual([
      ...Array(6).fill(['imported', 'draft', '']),
      ['imported', 'published', ''],
      ['skipped', '', 'it is in the WordPress trash'],
      ['skipped', '', 'it has no text'],
    ]);
    expect(await publishedPosts(site, { limit: 10 })).toMatchObject({ total: 0 });
  });

  it('that is damaged, has a DTD, another encoding or several sites is refused in words, and nothing of it is imported', async () => {
    const app = await makeEmptyApp();
    const whole = wxr(item({ title: 'é' }));
    const entities = '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss';
    for (const [xml, reason] of [
      [whole.slice(0, -20), /damaged: .*unclosed/],
      [whole.replace('</item>', '</itme>'), /damaged: \d+:\d+: unexpected close tag/],
      [whole.replace('<rss', entities).replace('Old', '&b;'), /DTD/],
      [whole.replace('<rss', '<!DOCTYPE rss SYSTEM "file:///etc/passwd"><rss'), /DTD/],
      [Buffer.from(whole, 'latin1'), /UTF-8/],
    ] as const) {
      await expect(importFiles({ 'a.xml': xml }, {}, app)).rejects.toThrow(reason);
    }
    const two = { 'a.xml': whole, 'b.xml': whole.replaceAll('old.example', 'new.example') };
    await expect(importFiles(two, {}, app)).rejects.toThrow('old.example, new.example');
    expect(await postStats(app.site)).toMatchObject({ total: 0 });
  });

  it('in overlapping parts brings each post once, also in UTF-16 below what plugins print', async () => {
    const before = '<br />\n<b>Warning</b>: headers sent in <b>/x.php</b>\n';
    const part = wxr(item({ title: 'é' }));
    const parts = {
      'a.xml': Buffer.from(`\ufeff${before}${part}`, 'utf16le'),
      'b.xml': part.replaceAll('https://old.example', 'http://www.old.example'),
    };
    expect((await importFiles(parts)).items).toMatchObject([{ title: 'é' }]);
  });

  it('with small errors in its XML is read, and says so', async () => {
    const app = await makeEmptyApp();
    const text = 'x && y &nbsp; <a href="https://x.test/?a=1&b=2">b</a>';
    const titles = [
      ['<title>R&D & more &amp; &eacute;</title>', 'R&D & more & é'],
      ['<title>A\u000bB</title>', 'AB'],
      ['<title>&nosuch; A</title>', '&nosuch; A'],
      ['<title>A < B ]]> C</title>', 'A < B ]]> C'],
      ['<title lang=en>A</title>', 'A'],
    ];
    for (const [at, [title = '', read]] of titles.entries()) {
      const fields = { content: text, 'wp:post_id': `${at}`, 'wp:post_name': `p${at}` };
      const xml = wxr(item(fields)).replace('<title><![CDATA[A]]></title>', title);
      const { items, notes } = await importFiles({ 'a.xml': xml }, {}, app);
      expect(notes.join()).toMatch(/places in the file/);
      expect(items).toMatchObject([{ title: read, outcome: 'imported' }]);
      expect((await anyPost(app.site, `p${at}`))?.content).toContain(text);
    }
  });
});

describe('the paragraphs of the classic editor', () => {
  it.each([
    ['one\ntwo\n\nthree', '<p>one<br>\ntwo</p>\n<p>three</p>'],
    ['<p>one</p>\n\ntwo', '<p>one</p>\n<p>two</p>'],
    [
      'a <img\n\nsrc="a.png"\nalt="a > b"> b\nc',
      '<p>a <img\n\nsrc="a.png"\nalt="a > b"> b<br>\nc</p>',
    ],
    ['a <!-- x\n\ny --> b', '<p>a <!-- x\n\ny --> b</p>'],
    ['<div\n\nclass="a">a\nb</div>', '<div\n\nclass="a">\n<p>a<br>\nb</p>\n</div>'],
    ['a <script>x\n\ny</script> b', '<p>a</p>\n<script>x\n\ny</script>\n<p>b</p>'],
    ['<h2>H</h2>\ntext', '<h2>H</h2>\n<p>text</p>'],
    ['<blockquote>a\n\nb</blockquote>', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'],
    [
      '<ul>\n<li>a</li>\n<li>b\n\nc</li>\n</ul>',
      '<ul>\n<li>a</li>\n<li><p>b</p>\n<p>c</p>\n</li>\n</ul>',
    ],
    ['a\n<pre>x\n\n\ny</pre>\nb', '<p>a</p>\n<pre>x\n\n\ny</pre>\n<p>b</p>'],
    ['a <b>b</b> c', '<p>a <b>b</b> c</p>'],
    ['<!-- note -->', '<!-- note -->'],
    ['', ''],
  ])('of %j are %j', (text, html) => {
    expect(autop(text)).toBe(html);
  });
});

const VIMEO = `<!-- wp:paragraph {"align":"left"} -->
<p>One</p>
<!-- /wp:paragraph -->

<!-- wp:embed {"url":"https://vimeo.com/1"} -->
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://vimeo.com/1?a=1&amp;b=2
</div></figure>
<!-- /wp:embed -->

<!-- wp:code -->
<pre class="wp-block-code"><code>a

b</code></pre>
<!-- /wp:code -->

<!-- wp:latest-posts {"postsToShow":3} /-->`;

const BLOCK = (id: string, content: string) =>
  item({ 'wp:post_id': id, 'wp:post_type': 'wp_block', content });

/** Texts, what they become, and what their notes say. */
const TEXTS: { content: string; becomes: string[]; more?: string; told?: string[] }[] = [
  {
    content: '<a href="/?p=102#x">two</a>\n\n[gallery ids="98,99"]',
    becomes: ['href="/blog/p102#section-x"'],
    told: ['98, 99'],
  },
  {
    content: VIMEO,
    becomes: ['<p>One</p>', '<a href="https://vimeo.com/1?a=1&#x26;b=2">', 'a\n\nb'],
    told: ['latest-posts'],
  },
  {
    content: '<a href="/blog/?p=102#x">B</a> <a href="https://old.example/blog/?p=100">A</a>',
    becomes: ['<a href="/blog/p102#section-x">B</a> <a href="/blog/p100">A</a>'],
  },
  {
    content:
      '<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --><!-- wp:block {"ref":7} /--><!-- wp:block {"ref":9} /--><!-- wp:block {"ref":10} /-->',
    becomes: ['<p>One</p><p>Two</p><p>Three</p>'],
  },
  {
    content: `<!-- wp:paragraph --><p>Text<sup data-fn="abc" class="fn"><a href="#abc" id="abc-link">1</a></sup> <img src="https://old.example/wp-content/uploads/2020/a-300x200.png" alt=""></p><!-- /wp:paragraph -->\n\n<!-- wp:footnotes /-->`,
    more: meta(
      'footnotes',
      '[{"id":"abc","content":"A <em>note</em>"},{"id":"\\"><script>","content":"x"}]',
    ),
    becomes: [
      '<ol><li id="abc">A <em>note</em> <a href="#abc-link">↩</a></li></ol>',
      // The original, for a smaller variant that is not there.
      '<img src="/media/',
    ],
  },
  {
    content: [
      'See\nhttps://x.test/a',
      'Write [[gallery ids="1"]] here',
      'Mass $latex E = mc^2&s=2$',
      '[audio https://x.test/a.mp3]',
      '[video mp4="https://x.test/v.mp4" poster="https://x.test/p.png"][/video]',
      '<img title="IMG_0001" src="https://x.test/a.png" alt="A" />',
    ].join('\n\n'),
    becomes: [
      '<p>Write [gallery ids="1"] here</p>',
      'See<br>\n<a href="https://x.test/a">https://x.test/a</a>',
      '<p>Mass <code data-science="math">E = mc^2</code></p>',
      '<audio controls src="https://x.test/a.mp3">',
      'poster="https://x.test/p.png"',
      '<p><img src="https://x.test/a.png" alt="A"></p>',
    ],
  },
  {
    content: [
      'Loose one\n\nLoose two',
      '<!-- wp:cover -->\n<div class="wp-block-cover" style="background-image:url(https://x.test/c.png)"><p>On it</p></div>\n<!-- /wp:cover -->',
      '<!-- wp:file -->\n<div class="wp-block-file"><object class="wp-block-file__embed" data="https://x.test/r.pdf"></object><a href="https://x.test/r.pdf">Report</a><a href="https://x.test/r.pdf" class="wp-block-file__button" download>Download</a></div>\n<!-- /wp:file -->',
      '<!-- wp:paragraph -->\n<p>In <math data-latex="x^2"><mi>x</mi></math></p>\n<!-- /wp:paragraph -->',
    ].join('\n\n'),
    becomes: [
      '<p>Loose one</p>\n<p>Loose two</p>',
      '<img src="https://x.test/c.png" alt="">',
      '<a href="https://x.test/r.pdf">Report</a></p>\n</div>',
      '<p>In <code data-science="math">x^2</code></p>',
    ],
  },
  {
    content:
      '[toc a="1"]\n\n<img title="t" src="https://x.test/a.png"> <a href="https://old.example/category/a/">A</a> <object><embed src="https://www.youtube.com/v/abc"></object>',
    more: meta('_thumbnail_id', '99'),
    becomes: ['<a href="https://www.youtube.com/watch?v=abc">'],
    told: [
      'contains only the id 99',
      'stay in the text unchanged: toc',
      'stay on the old site: https://old.example/category/a/',
      'converted to links: www.youtube.com',
    ],
  },
];

it('texts of WordPress keep blocks, shortcodes, footnotes and links in a form of this site, and name what is lost', async () => {
  const posts = TEXTS.map(({ content, more = '' }, at) => {
    const title = `p${100 + at}`;
    const link = `https://old.example/blog/${at === 0 ? '?p=100' : `${title}/`}`;
    const known = { 'wp:post_id': `${100 + at}`, 'wp:post_name': title };
    return item({ ...known, title, link, content, more });
  });
  const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;
  const blocks = [
    BLOCK('7', `${paragraph('Two')}<!-- wp:block {"ref":8} /-->`),
    BLOCK('8', paragraph('Three')),
    BLOCK('9', '<!-- wp:block {"ref":9} /-->'),
    BLOCK('10', paragraph('In the trash')).replace('[publish]', '[trash]'),
  ];
  const png = await makePng();
  const files = { 'a.xml': wxr(...posts, ...blocks), 'wp-content/uploads/2020/a.png': png };
  const { site, items } = await importFiles(files);
  for (const [at, { becomes, told = [] }] of TEXTS.entries()) {
    const post = await anyPost(site, `p${100 + at}`);
    for (const part of becomes) expect(post?.content).toContain(part);
    expect(post?.content).not.toMatch(/wp:|IMG_0001|In the trash/);
    const notes = items[at]?.notes.join('\n');
    for (const lost of told) expect(notes).toContain(lost);
  }
  // The home page of a blog in a folder leads to no post.
  expect(await redirectTarget(site, '/blog')).toBeNull();
  expect((await anyPost(site, 'p105'))?.contentHtml).toContain('<msup>');
});
