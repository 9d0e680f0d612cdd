import { expect, it } from 'vitest';
import { importPath, planPath } from '../../../../test/import-folder.ts';
import { makeApp } from '../../../../test/make-app.ts';
import { makeFolder } from '../../../../test/make-folder.ts';
import { makePng } from '../../../../test/pictures.ts';
import { unwrap } from '../../../../test/unwrap.ts';
import { openFiles } from '../files/open-files.ts';

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

it('posts of Ghost come with authors, tags, dates, covers, pictures and addresses', async () => {
  const app = await makeApp({ renderPage: async () => new Response('', { status: 404 }) });
  const png = await makePng();
  const html = `<p>Text</p><!--kg-card-begin: html--><p>Raw</p><!--kg-card-end: html-->
<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/2024/a.png" srcset="__GHOST_URL__/content/images/size/w600/2024/a.png 600w" alt="A"></figure>
<p><a href="__GHOST_URL__/other/#x">Other</a></p><iframe src="https://www.youtube.com/embed/abc"></iframe>`;
  const folder = makeFolder({
    'site.ghost.json': exported([
      { ...POST, html, feature_image: '__GHOST_URL__/content/images/2024/a.png' },
      { ...POST, id: '2', slug: 'other', title: 'Other' },
    ]),
    'content/images/2024/a.png': png,
  });
  const [item] = await importPath(app.services, folder);
  const post = await app.services.publishedPost('on-and-on');
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
  expect(post?.content).toContain('<a href="/blog/other#x">Other</a>');
  expect(post?.content).toContain('href="https://www.youtube.com/watch?v=abc"');
  const told = item?.notes.map(({ message }) => message).join();
  expect(told).toContain('#internal');
  expect(told).toContain('www.youtube.com');
  const redirects = ['/on-and-on/', '/content/images/2024/a.png'].map((path) => app.get(path));
  const places = (await Promise.all(redirects)).map(({ headers }) => headers.get('Location'));
  expect(places).toEqual(['/blog/on-and-on', url]);
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
    { status: 'scheduled', published_at: '2030-01-01T00:00:00.000Z' },
  ].map((change, index) => ({ ...POST, ...change, id: String(index), slug: `p${index}` }));
  const items = await importPath(app.services, makeFolder({ 'a.json': exported(others) }));
  expect(items.map(({ status }) => status)).toEqual([...Array(6).fill('draft'), 'published']);
  expect(await app.services.publishedPosts({ limit: 10 })).toMatchObject({ total: 0 });
});

it('texts without HTML are rendered from Lexical and Mobiledoc, with what cannot be named', async () => {
  const app = await makeApp();
  const text = (content: string, format = 0) => ({ type: 'extended-text', text: content, format });
  const lexical = {
    root: {
      type: 'root',
      children: [
        { type: 'extended-heading', tag: 'h2', children: [text('H <2>')] },
        { type: 'paragraph', children: [text('bold', 1), { type: 'linebreak' }, text('code', 16)] },
        {
          type: 'list',
          listType: 'number',
          children: [{ type: 'listitem', children: [text('1')] }],
        },
        {
          type: 'paragraph',
          children: [{ type: 'link', url: 'https://a.test/?b&c', children: [text('link')] }],
        },
        { type: 'image', src: 'https://a.test/a.png', alt: 'A "b"', caption: 'C <i>c</i>' },
        { type: 'codeblock', language: 'js', code: 'a < b' },
        { type: 'toggle', heading: 'More', content: '<p>T</p>' },
        { type: 'callout', calloutEmoji: '!', calloutText: 'Careful' },
        { type: 'signup' },
      ],
    },
  };
  const mobiledoc = {
    version: '0.3.1',
    markups: [['strong'], ['a', ['href', 'https://a.test/']]],
    atoms: [['soft-return', '', {}]],
    cards: [
      ['code', { code: 'x' }],
      ['mystery', {}],
    ],
    sections: [
      [
        1,
        'p',
        [
          [0, [0], 1, 'bold'],
          [1, [], 0, 0],
          [0, [1], 1, 'link'],
        ],
      ],
      [3, 'ul', [[[0, [], 0, 'one']]]],
      [10, 0],
      [10, 1],
    ],
  };
  const folder = makeFolder({
    'a.json': exported([
      { ...POST, html: null, lexical: JSON.stringify(lexical) },
      { ...POST, id: '2', slug: 'b', title: 'B', html: null, mobiledoc: JSON.stringify(mobiledoc) },
    ]),
  });
  const [first, second] = await importPath(app.services, folder);
  expect((await app.services.anyPost('on-and-on'))?.content).toBe(
    '<h2>H &lt;2&gt;</h2><p><strong>bold</strong><br><code>code</code></p><ol><li>1</li></ol><p><a href="https://a.test/?b&amp;c">link</a></p><figure><img src="https://a.test/a.png" alt="A &quot;b&quot;"><figcaption>C <i>c</i></figcaption></figure><figure><pre><code class="language-js">a &lt; b</code></pre></figure><details><summary>More</summary><p>T</p></details><blockquote><p>! Careful</p></blockquote>',
  );
  expect((await app.services.anyPost('b'))?.content).toBe(
    '<p><strong>bold</strong><br><a href="https://a.test/">link</a></p>\n<ul><li>one</li></ul>\n<figure><pre><code>x</code></pre></figure>\n',
  );
  expect(first?.notes.map(({ message }) => message).join()).toContain('signup');
  expect(second?.notes.map(({ message }) => message).join()).toContain('mystery');
});

it('a card of Markdown stays the Markdown that it is, and a card of no known kind is named', async () => {
  const app = await makeApp();
  const lexical = {
    root: {
      children: [
        { type: 'paragraph', children: [{ type: 'text', text: 'a' }] },
        { type: 'markdown', markdown: '# H\n\n**b**' },
        { type: 'strange-card' },
      ],
    },
  };
  const folder = makeFolder({
    'a.json': exported([{ ...POST, html: null, lexical: JSON.stringify(lexical) }]),
  });
  const [item] = await importPath(app.services, folder);
  expect((await app.services.anyPost('on-and-on'))?.content).toBe('<p>a</p>\n\n# H\n\n**b**');
  expect(item?.notes.map(({ message }) => message).join()).toContain('strange-card');
});

it('an export that is broken, or of another form, is refused in words', async () => {
  const app = await makeApp();
  const whole = exported([POST]);
  for (const [text, told] of [
    [`{"exported_on": 1, "posts": ${whole.slice(0, 40)}`, 'not whole JSON'],
    [exported([{ ...POST, title: 7 }]), 'posts.0.title'],
  ] as const) {
    const files = unwrap(await openFiles(makeFolder({ 'a.json': text })));
    expect(await app.services.planImport(files, {})).toMatchObject({
      failure: { detail: expect.stringContaining(told) },
    });
  }
});

it('a second export of the same site brings only what is new', async () => {
  const app = await makeApp();
  await importPath(app.services, makeFolder({ 'a.json': exported([POST]) }));
  const later = makeFolder({
    'b.json': exported([
      { ...POST, slug: 'renamed' },
      { ...POST, id: '2', slug: 'new' },
    ]),
  });
  const items = await planPath(app.services, later);
  expect(items.map(({ outcome, slug }) => [outcome, slug])).toEqual([
    ['skipped', 'on-and-on'],
    ['imported', 'new'],
  ]);
});

const lexical = (...children: object[]) => JSON.stringify({ root: { type: 'root', children } });
const words = (text: string) => ({ type: 'extended-text', text, format: 0 });

it('a text of Ghost that is broken or empty is named, and the others come', async () => {
  const app = await makeApp();
  const folder = makeFolder({
    'site.json': exported([
      { ...POST, id: '1', title: 'Broken', html: null, lexical: '{"root":{"children":[' },
      { ...POST, id: '2', title: 'No document', html: null, lexical: '[]' },
      { ...POST, id: '3', title: 'Old', html: null, mobiledoc: '{"sections":[[1' },
      { ...POST, id: '4', title: 'Odd', html: null, mobiledoc: '{"sections":[[1,"p",[7]]]}' },
      { ...POST, id: '5', title: 'Empty', html: null },
      { ...POST, id: '6', title: 'Whole', slug: 'whole' },
    ]),
  });
  const items = await importPath(app.services, folder);
  expect(items.map(({ label, outcome, reason }) => [label, outcome, reason])).toEqual([
    ['Broken', 'failed', 'its text (Lexical) is broken'],
    ['No document', 'failed', 'its text (Lexical) is broken'],
    ['Old', 'failed', 'its text (Mobiledoc) is broken'],
    ['Odd', 'imported', ''],
    ['Empty', 'skipped', 'it has no text'],
    ['Whole', 'imported', ''],
  ]);
});

it('links, linked pictures and the numbers of lists come from Lexical, and variants of pictures that are not here do not', async () => {
  const app = await makeApp();
  const list = { type: 'list', listType: 'number', start: 3 };
  const folder = makeFolder({
    'site.json': exported([
      {
        ...POST,
        html: null,
        lexical: lexical(
          {
            type: 'paragraph',
            children: [{ type: 'autolink', url: 'https://x.test/', children: [words('x')] }],
          },
          { ...list, children: [{ type: 'listitem', children: [words('three')] }] },
          { type: 'image', src: 'https://x.test/a.png', alt: 'A', href: 'https://x.test/b' },
        ),
      },
      {
        ...{ ...POST, id: '2', slug: 'two' },
        html: '<img src="__GHOST_URL__/content/a.png" srcset="__GHOST_URL__/content/w600/a.png 600w" alt="">',
      },
    ]),
  });
  await importPath(app.services, folder, { siteUrl: 'https://old.example' });
  expect((await app.services.anyPost('on-and-on'))?.content).toBe(
    '<p><a href="https://x.test/">x</a></p><ol start="3"><li>three</li></ol><figure><a href="https://x.test/b"><img src="https://x.test/a.png" alt="A"></a></figure>',
  );
  expect((await app.services.anyPost('two'))?.content).toContain(
    '<img src="https://old.example/content/a.png" alt="">',
  );
});

it('cards of the old editor come like those of the new one', async () => {
  const app = await makeApp();
  const cards = [
    ['gallery', { images: [{ src: 'https://x.test/a.png', alt: 'A' }], caption: 'C' }],
    ['code', { code: 'a < b', language: 'py' }],
    ['callout', { calloutEmoji: '!', calloutText: 'Look' }],
    ['button', { buttonText: 'Go', buttonUrl: 'https://x.test/' }],
    ['audio', { src: 'https://x.test/a.mp3' }],
    ['paywall', {}],
  ];
  const sections = cards.map((_, index) => [10, index]);
  const mobiledoc = JSON.stringify({ version: '0.3.1', markups: [], atoms: [], cards, sections });
  const folder = makeFolder({ 'site.json': exported([{ ...POST, html: null, mobiledoc }]) });
  const [item] = await importPath(app.services, folder);
  const content = (await app.services.anyPost('on-and-on'))?.content;
  for (const part of [
    '<img src="https://x.test/a.png" alt="A"><figcaption>C</figcaption>',
    '<code class="language-py">a &lt; b</code>',
    '<blockquote><p>! Look</p></blockquote>',
    '<a href="https://x.test/">Go</a>',
    '<audio controls src="https://x.test/a.mp3">',
  ]) {
    expect(content).toContain(part);
  }
  expect(item?.notes.map(({ message }) => message)).toContain(
    'Cards that have no place here: paywall.',
  );
});
