import { describe, expect, it } from 'vitest';
import { importPath, readItems } from '../../../test/import-folder.ts';
import { makeApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { publishedPost, publishedPosts } from '../../posts/public-posts.ts';
import { anyPost, postStats } from '../../posts/reading.ts';
import { startImport } from '../import.ts';
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

const NOT_FOUND = async () => new Response('', { status: 404 });

describe('an export of WordPress', () => {
  it('brings posts with author, terms, date, cover, pictures, captions, galleries and addresses', async () => {
    const app = await makeApp({ renderPage: NOT_FOUND });
    const attachment = (id: string, file: string, more = '') =>
      item({
        'wp:post_id': id,
        'wp:post_type': 'attachment',
        'wp:post_parent': '1',
        'wp:status': 'inherit',
        'wp:attachment_url': `https://old.example/wp-content/uploads/2012/05/${file}`,
        'excerpt:encoded': `Caption ${id}`,
        more: `<wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>Alt ${id}</wp:meta_value></wp:postmeta>${more}`,
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
    const folder = makeFolder({
      'old.xml': wxr(
        item({
          title: 'A &amp; <em>B</em>',
          content,
          more: `<category domain="category" nicename="m"><![CDATA[Methods]]></category><category domain="post_tag" nicename="a"><![CDATA[assay]]></category><category domain="category" nicename="uncategorized"><![CDATA[Uncategorized]]></category>
            <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>8</wp:meta_value></wp:postmeta>
            <wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>older</wp:meta_value></wp:postmeta>
            <wp:postmeta><wp:meta_key>_wp_old_date</wp:meta_key><wp:meta_value>2011-01-30</wp:meta_value></wp:postmeta>
            <wp:postmeta><wp:meta_key>weather</wp:meta_key><wp:meta_value>fine</wp:meta_value></wp:postmeta>
            <wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>Nice</wp:comment_content></wp:comment>`,
        }),
        item({
          'wp:post_id': '2',
          'wp:post_name': 'b',
          title: 'B',
          link: 'https://old.example/2012/06/b/',
        }),
        attachment('8', 'a.png'),
        attachment('9', 'b.png'),
      ),
      'wp-content/uploads/2012/05/a.png': await makePng(),
    });
    const items = await importPath(app.site, folder);
    expect(items).toHaveLength(2);
    const post = await publishedPost(app.site, 'a');
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
    const told = items[0]?.notes.map(({ message }) => message).join('\n');
    for (const lost of ['contact-form-7.', 'comments by readers: 1', 'weather', 'old.example']) {
      expect(told).toContain(lost);
    }
    for (const path of ['/2012/05/a/', '/2012/05/older/', '/2011/01/a/']) {
      expect((await app.get(path)).headers.get('Location')).toBe('/blog/a');
    }
  });

  it('leads links by number to the posts, and names pictures of galleries that it does not know', async () => {
    const app = await makeApp({ renderPage: NOT_FOUND });
    const content = '<a href="/?p=2#x">two</a>\n\n[gallery ids="98,99"]';
    const folder = makeFolder({
      'old.xml': wxr(
        item({ content }),
        item({
          'wp:post_id': '2',
          'wp:post_name': 'b',
          title: 'B',
          link: 'https://old.example/b/',
        }),
      ),
    });
    const [first] = await importPath(app.site, folder);
    expect((await anyPost(app.site, 'a'))?.content).toContain('href="/blog/b#section-x"');
    expect(first?.notes.map(({ message }) => message).join()).toContain('98, 99');
  });

  it('keeps what was not public from the public, and says of what it leaves behind', async () => {
    const app = await makeApp();
    const folder = makeFolder({
      'old.xml': wxr(
        ...[
          { 'wp:status': 'draft', 'wp:post_date_gmt': '0000-00-00 00:00:00' },
          { 'wp:status': 'pending' },
          { 'wp:status': 'private' },
          { 'wp:post_password': 'secret' },
          { 'wp:post_type': 'page' },
          { 'wp:status': 'future', 'wp:post_date_gmt': '2030-01-01 00:00:00' },
          { 'wp:status': 'trash' },
          { content: ' ' },
          { 'wp:post_type': 'nav_menu_item' },
        ].map((change, number) =>
          item({ 'wp:post_id': String(number), 'wp:post_name': `p${number}`, ...change }),
        ),
      ),
    });
    const sourcePath = folder;
    const all = await importPath(app.site, sourcePath);
    expect(all.map(({ outcome, status, reason }) => [outcome, status, reason])).toEqual([
      ...Array(5).fill(['imported', 'draft', '']),
      ['imported', 'published', ''],
      ['skipped', '', 'it is in the WordPress trash'],
      ['skipped', '', 'it has no text'],
    ]);
    expect(await publishedPosts(app.site, { limit: 10 })).toMatchObject({ total: 0 });
  });

  it('loses the comments of the block editor, not its text, and names blocks without any', async () => {
    const app = await makeApp();
    const content = `<!-- wp:paragraph {"align":"left"} -->
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
    const [imported] = await importPath(app.site, makeFolder({ 'a.xml': wxr(item({ content })) }));
    const post = await anyPost(app.site, 'a');
    expect(post?.content).not.toContain('wp:');
    expect(post?.content).toContain('<a href="https://vimeo.com/1?a=1&#x26;b=2">');
    expect(post?.content).toContain('a\n\nb');
    expect(post?.contentHtml).toContain('<p>One</p>');
    expect(imported?.notes[0]?.message).toContain('latest-posts');
  });

  it.each([
    ['is cut off', (xml: string) => xml.slice(0, -20), /damaged: .*unclosed/],
    [
      'closes the wrong element',
      (xml: string) => xml.replace('</item>', '</itme>'),
      /damaged: \d+:\d+: unexpected close tag/,
    ],
    [
      'expands entities',
      (xml: string) =>
        xml
          .replace('<rss', '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss')
          .replace('Old', '&b;'),
      /DTD/,
    ],
    [
      'reads files',
      (xml: string) => xml.replace('<rss', '<!DOCTYPE rss SYSTEM "file:///etc/passwd"><rss'),
      /DTD/,
    ],
  ])('that %s is refused in words, and nothing of it is imported', async (_what, change, told) => {
    const app = await makeApp();
    const folder = makeFolder({ 'a.xml': change(wxr(item({}))) });
    const sourcePath = folder;
    await expect(startImport(app.site, sourcePath)).rejects.toThrow(told);
    expect(await postStats(app.site)).toMatchObject({ total: 0 });
  });

  it.each([
    ['a bare ampersand', '<title>R&D & more &amp; &eacute;</title>', 'R&D & more & é'],
    ['a control character', '<title>A\u000bB</title>', 'AB'],
    ['an entity that nobody knows', '<title>&nosuch; A</title>', '&nosuch; A'],
    ['an arrow of ASCII', '<title>A < B ]]> C</title>', 'A < B ]]> C'],
    ['an attribute without quotes', '<title lang=en>A</title>', 'A'],
  ])('with %s is read, and says so', async (_what, title, read) => {
    const app = await makeApp();
    const text = 'x && y &nbsp; <a href="https://x.test/?a=1&b=2">b</a>';
    const xml = wxr(item({ content: text })).replace('<title><![CDATA[A]]></title>', title);
    const started = await startImport(app.site, makeFolder({ 'a.xml': xml }));
    expect(started.notes.map(({ message }) => message).join()).toMatch(/places in the file/);
    const [imported] = await readItems(started);
    expect(imported).toMatchObject({ title: read, outcome: 'imported' });
    const post = await anyPost(app.site, imported?.slug ?? '');
    expect(post?.content).toContain('x && y &nbsp; <a href="https://x.test/?a=1&b=2">');
  });

  it('is read in UTF-16 with its mark, also below what plugins print, and refused in words in another encoding', async () => {
    const { site } = await makeApp();
    const sourcePath = makeFolder({ 'a.xml': Buffer.from(wxr(item({ title: 'é' })), 'latin1') });
    await expect(startImport(site, sourcePath)).rejects.toThrow('UTF-8');
    const before = '<br />\n<b>Warning</b>: headers sent in <b>/x.php</b>\n';
    const utf16 = Buffer.from(`\ufeff${before}${wxr(item({ title: 'é' }))}`, 'utf16le');
    const [planned] = await importPath(site, makeFolder({ 'a.xml': utf16 }), { isDryRun: true });
    expect(planned?.title).toBe('é');
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

describe('a text of WordPress', () => {
  const imported = async (...items: string[]) => {
    const app = await makeApp({ renderPage: NOT_FOUND });
    await importPath(app.site, makeFolder({ 'a.xml': wxr(...items) }));
    return app;
  };

  it('of a blog in a folder leads by numbers to its posts, and its home page to none', async () => {
    const app = await imported(
      item({ 'wp:post_id': '1', 'wp:status': 'draft', link: 'https://old.example/blog/?p=1' }),
      item({
        'wp:post_id': '2',
        'wp:post_name': 'b',
        link: 'https://old.example/blog/b/',
        content: '<a href="/blog/?p=2#x">B</a> <a href="https://old.example/blog/?p=1">A</a>',
      }),
    );
    expect((await anyPost(app.site, 'b'))?.content).toBe(
      '<p><a href="/blog/b#section-x">B</a> <a href="/blog/a">A</a></p>',
    );
    expect(await redirectTarget(app.site, '/blog')).toBeNull();
  });

  it('shows its reusable blocks, also in each other, and ends where one holds itself', async () => {
    const block = (id: string, content: string) =>
      item({ 'wp:post_id': id, 'wp:post_type': 'wp_block', content });
    const app = await imported(
      item({
        content:
          '<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --><!-- wp:block {"ref":7} /--><!-- wp:block {"ref":9} /-->',
      }),
      block(
        '7',
        '<!-- wp:paragraph --><p>Two</p><!-- /wp:paragraph --><!-- wp:block {"ref":8} /-->',
      ),
      block('8', '<!-- wp:paragraph --><p>Three</p><!-- /wp:paragraph -->'),
      block('9', '<!-- wp:block {"ref":9} /-->'),
    );
    expect((await anyPost(app.site, 'a'))?.content).toBe('<p>One</p><p>Two</p><p>Three</p>');
  });

  it('brings its footnotes, and the original for a smaller variant of a picture that is not there', async () => {
    const app = await makeApp({ renderPage: NOT_FOUND });
    const notes = '[{"id":"abc","content":"A <em>note</em>"},{"id":"\\"><script>","content":"x"}]';
    const content = `<!-- wp:paragraph --><p>Text<sup data-fn="abc" class="fn"><a href="#abc" id="abc-link">1</a></sup> <img src="https://old.example/wp-content/uploads/2020/a-300x200.png" alt=""></p><!-- /wp:paragraph -->\n\n<!-- wp:footnotes /-->`;
    const folder = makeFolder({
      'a.xml': wxr(
        item({
          content,
          more: `<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[${notes}]]></wp:meta_value></wp:postmeta>`,
        }),
      ),
      'wp-content/uploads/2020/a.png': await makePng(),
    });
    const [imported] = await importPath(app.site, folder);
    const found = (await anyPost(app.site, 'a'))?.content;
    expect(found).toContain('<ol><li id="abc">A <em>note</em> <a href="#abc-link">↩</a></li></ol>');
    expect(found).toMatch(/<img src="\/media\//);
    expect(imported?.notes).toEqual([]);
  });

  it('shows shortcodes in double brackets, links on lines of their own, formulas and players', async () => {
    const app = await imported(
      item({
        content: [
          'See\nhttps://x.test/a',
          'Write [[gallery ids="1"]] here',
          'Mass $latex E = mc^2&s=2$',
          '[audio https://x.test/a.mp3]',
          '[video mp4="https://x.test/v.mp4" poster="https://x.test/p.png"][/video]',
          '<img title="IMG_0001" src="https://x.test/a.png" alt="A" />',
        ].join('\n\n'),
      }),
    );
    const post = await anyPost(app.site, 'a');
    for (const part of [
      '<p>Write [gallery ids="1"] here</p>',
      'See<br>\n<a href="https://x.test/a">https://x.test/a</a>',
      '<p>Mass <code data-science="math">E = mc^2</code></p>',
      '<audio controls src="https://x.test/a.mp3">',
      'poster="https://x.test/p.png"',
      '<p><img src="https://x.test/a.png" alt="A"></p>',
    ]) {
      expect(post?.content).toContain(part);
    }
    expect(post?.contentHtml).toContain('<msup>');
    expect(post?.contentHtml).not.toContain('IMG_0001');
  });

  it('keeps what blocks say in attributes, and paragraphs between blocks', async () => {
    const app = await imported(
      item({
        content: [
          'Loose one\n\nLoose two',
          '<!-- wp:cover -->\n<div class="wp-block-cover" style="background-image:url(https://x.test/c.png)"><p>On it</p></div>\n<!-- /wp:cover -->',
          '<!-- wp:file -->\n<div class="wp-block-file"><object class="wp-block-file__embed" data="https://x.test/r.pdf"></object><a href="https://x.test/r.pdf">Report</a><a href="https://x.test/r.pdf" class="wp-block-file__button" download>Download</a></div>\n<!-- /wp:file -->',
          '<!-- wp:paragraph -->\n<p>In <math data-latex="x^2"><mi>x</mi></math></p>\n<!-- /wp:paragraph -->',
        ].join('\n\n'),
      }),
    );
    const content = (await anyPost(app.site, 'a'))?.content.replace(/\n/g, '');
    for (const part of [
      '<p>Loose one</p><p>Loose two</p>',
      '<img src="https://x.test/c.png" alt="">',
      '<a href="https://x.test/r.pdf">Report</a></p></div>',
      '<p>In <code data-science="math">x^2</code></p>',
    ]) {
      expect(content).toContain(part);
    }
  });

  it('says what is lost of it beside its text', async () => {
    const app = await makeApp();
    const more =
      '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>99</wp:meta_value></wp:postmeta>';
    const content =
      '[toc a="1"]\n\n<img title="t" src="https://x.test/a.png"> <a href="https://old.example/category/a/">A</a> <object><embed src="https://www.youtube.com/v/abc"></object>';
    const folder = makeFolder({ 'a.xml': wxr(item({ title: '', content, more })) });
    const [first] = await importPath(app.site, folder);
    const told = first?.notes.map(({ message }) => message).join('\n');
    for (const lost of [
      'contains only the id 99',
      'stay in the text unchanged: toc',
      'stay on the old site: https://old.example/category/a/',
      'converted to links: www.youtube.com',
    ]) {
      expect(told).toContain(lost);
    }
    expect((await anyPost(app.site, 'a'))?.content).toContain(
      '<a href="https://www.youtube.com/watch?v=abc">',
    );
  });
});

describe('files of WordPress', () => {
  it('that overlap bring each post once, and those of several sites are refused by name', async () => {
    const app = await makeApp();
    const part = wxr(item({}));
    const overlapping = makeFolder({
      'a.xml': part,
      'b.xml': part.replaceAll('https://old.example', 'http://www.old.example'),
    });
    expect(await importPath(app.site, overlapping)).toHaveLength(1);
    const two = makeFolder({
      'a.xml': part,
      'b.xml': part.replaceAll('old.example', 'new.example'),
    });
    const sourcePath = two;
    await expect(startImport(app.site, sourcePath, {})).rejects.toThrow('old.example, new.example');
  });
});
