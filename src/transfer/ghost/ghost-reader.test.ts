import { expect, it } from 'vitest';
import { importPath, readItems } from '../../../test/import-folder.ts';
import { makeApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { unwrap } from '../../../test/unwrap.ts';

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

const lexical = (...children: object[]) => JSON.stringify({ root: { type: 'root', children } });
const words = (text: string) => ({ type: 'extended-text', text, format: 0 });
const paragraph = (text: string) => ({ type: 'paragraph', children: [words(text)] });
const mobiledoc = (...cards: [string, object][]) =>
  JSON.stringify({ cards, sections: cards.map((_, index) => [10, index]) });
const GATED = '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free" -->';
const MEMBERS = { web: { nonMember: false, memberSegment: 'status:free' } };

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
  const post = await app.services.posts.publishedPost('on-and-on');
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
    { html: `<p>Free</p>${GATED}<p>Members</p><!--kg-gated-block:end-->` },
    { html: null, lexical: lexical({ type: 'paywall' }, paragraph('Paid')) },
    { html: null, lexical: lexical({ type: 'html', html: '<p>M</p>', visibility: MEMBERS }) },
    { html: null, mobiledoc: mobiledoc(['paywall', {}], ['html', { html: '<p>Paid</p>' }]) },
    { status: 'scheduled', published_at: '2030-01-01T00:00:00.000Z' },
    { status: 'scheduled', published_at: '2030-01-01T00:00:00.000Z' },
    { html: null, lexical: lexical(paragraph('"type":"paywall" is JSON')) },
  ].map((change, index) => ({ ...POST, ...change, id: String(index), slug: `p${index}` }));
  const more = { posts_meta: [{ post_id: '10', email_only: 1 }] };
  const items = await importPath(app.services, makeFolder({ 'a.json': exported(others, more) }));
  expect(items.map(({ status }) => status)).toEqual([
    ...Array(11).fill('draft'),
    ...Array(2).fill('published'),
  ]);
  expect(await app.services.posts.publishedPosts({ limit: 10 })).toMatchObject({ total: 1 });
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
  expect((await app.services.posts.anyPost('on-and-on'))?.content).toBe(
    '<h2>H &lt;2&gt;</h2><p><strong>bold</strong><br><code>code</code></p><ol><li>1</li></ol><p><a href="https://a.test/?b&amp;c">link</a></p><figure><img src="https://a.test/a.png" alt="A &quot;b&quot;"><figcaption>C <i>c</i></figcaption></figure><figure><pre><code class="language-js">a &lt; b</code></pre></figure><details><summary>More</summary><p>T</p></details><blockquote><p>! Careful</p></blockquote>',
  );
  expect((await app.services.posts.anyPost('b'))?.content).toBe(
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
  expect((await app.services.posts.anyPost('on-and-on'))?.content).toBe('<p>a</p>\n\n# H\n\n**b**');
  expect(item?.notes.map(({ message }) => message).join()).toContain('strange-card');
});

it('an export that is broken, or of another form, is refused in words', async () => {
  const app = await makeApp();
  const whole = exported([POST]);
  for (const [text, told] of [
    [`{"exported_on": 1, "posts": ${whole.slice(0, 40)}`, 'not complete JSON'],
    [exported([{ ...POST, title: 7 }]), 'posts.0.title'],
  ] as const) {
    const sourcePath = makeFolder({ 'a.json': text });
    expect(await app.services.transfer.startImport(sourcePath, {})).toMatchObject({
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
  const items = await importPath(app.services, later, { isDryRun: true });
  expect(items.map(({ outcome, slug }) => [outcome, slug])).toEqual([
    ['skipped', 'on-and-on'],
    ['imported', 'new'],
  ]);
});

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
    ['Broken', 'failed', 'its text (Lexical) is damaged'],
    ['No document', 'failed', 'its text (Lexical) is damaged'],
    ['Old', 'failed', 'its text (Mobiledoc) is damaged'],
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
        ...POST,
        id: '2',
        slug: 'two',
        html: '<img src="__GHOST_URL__/content/a.png" srcset="__GHOST_URL__/content/w600/a.png 600w" alt="">',
      },
    ]),
  });
  await importPath(app.services, folder, { siteUrl: 'https://old.example' });
  expect((await app.services.posts.anyPost('on-and-on'))?.content).toBe(
    '<p><a href="https://x.test/">x</a></p><ol start="3"><li>three</li></ol><figure><a href="https://x.test/b"><img src="https://x.test/a.png" alt="A"></a></figure>',
  );
  expect((await app.services.posts.anyPost('two'))?.content).toContain(
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
  const content = (await app.services.posts.anyPost('on-and-on'))?.content;
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
    'Cards that are not supported here: paywall.',
  );
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
  const folder = makeFolder({ 'a.json': exported([{ ...POST, html }]) });
  const [item] = await importPath(app.services, folder);
  expect((await app.services.posts.anyPost('on-and-on'))?.content).toBe(
    [
      '<figure><audio controls src="https://x.test/a.mp3"></audio><figcaption>Talk &#x26; more</figcaption></figure>',
      '<figure><video controls src="https://x.test/v.mp4" poster="https://x.test/t.png"></video><figcaption>Cells</figcaption></figure>',
      '<p><a href="https://x.test/r.pdf">Report</a><br>All of it</p>',
      '<figure><p><a href="https://x.test/p">Paper</a><br>On cells</p><figcaption>Read <b>it</b></figcaption></figure>',
      '<blockquote><p>! Mind <b>it</b></p></blockquote>',
      '<details><summary>Why?</summary><p>So.</p></details>',
      '<p>End</p>',
    ].join(''),
  );
  expect(item?.notes.map(({ message }) => message)).toContain(
    'Cards that are not supported here: signup.',
  );
});

it('nested lists, words of atoms and the texts of cards come from documents without HTML', async () => {
  const app = await makeApp();
  const item = (...children: object[]) => ({ type: 'listitem', children });
  const list = (...children: object[]) => ({ type: 'list', listType: 'bullet', children });
  const cards = [
    { type: 'html', html: '<h2>Raw</h2>' },
    { type: 'callout', calloutEmoji: '!', calloutText: '<p>Look</p>' },
    { type: 'header', header: 'Big', subheader: 'Small', buttonText: 'Go', buttonUrl: '/go' },
    { type: 'product', productTitle: 'Kit', productDescription: '<p>Good</p>' },
    { type: 'call-to-action', textValue: '<p>Try</p>' },
  ];
  const atoms = JSON.stringify({
    atoms: [['mention', '@ada', {}]],
    sections: [[1, 'p', [[1, [], 0, 0]]]],
  });
  const folder = makeFolder({
    'a.json': exported([
      {
        ...POST,
        html: null,
        lexical: lexical(list(item(words('a')), item(list(item(words('b'))))), ...cards),
      },
      { ...POST, id: '2', slug: 'atoms', html: null, mobiledoc: atoms },
    ]),
  });
  await importPath(app.services, folder);
  expect((await app.services.posts.anyPost('on-and-on'))?.content).toBe(
    '<ul><li>a<ul><li>b</li></ul></li></ul><h2>Raw</h2><blockquote><p>! Look</p></blockquote><h2>Big</h2><p>Small</p><p><a href="/go">Go</a></p><h4>Kit</h4><p>Good</p><p>Try</p>',
  );
  expect((await app.services.posts.anyPost('atoms'))?.content).toBe('<p>@ada</p>');
});

it('code with blank lines stays whole beside a card of Markdown, and beside a film', async () => {
  const app = await makeApp();
  const code = 'a\n\n# b\n\nc';
  const folder = makeFolder({
    'a.json': exported([
      {
        ...POST,
        html: null,
        lexical: lexical({ type: 'codeblock', code }, { type: 'markdown', markdown: '# H' }),
      },
      {
        ...POST,
        id: '2',
        slug: 'film',
        html: `<p>A *star*</p>\n\n<iframe src="https://x.test/"></iframe>\n\n<pre><code>${code}</code></pre>`,
      },
    ]),
  });
  await importPath(app.services, folder);
  for (const slug of ['on-and-on', 'film']) {
    expect((await app.services.posts.anyPost(slug))?.contentHtml).toContain(`<code>${code}</code>`);
  }
  expect((await app.services.posts.anyPost('film'))?.contentHtml).toContain('<p>A *star*</p>');
});

it('what is lost of a post of Ghost beside its text is named', async () => {
  const app = await makeApp();
  const html =
    '<p><a href="#/portal/signup">Join</a> <a href="__GHOST_URL__">Home</a> <a href="__GHOST_URL__/tag/a/">A</a></p>';
  const source = {
    posts_meta: [{ post_id: '1', og_title: 'Other', feature_image_alt: 'A cell' }],
    post_revisions: [{}, {}],
  };
  const email = lexical({ type: 'email', html: '<p>Dear reader</p>' });
  const long = { ...POST, html, lexical: email, title: 'T'.repeat(301), slug: 'snake_case' };
  const sourcePath = makeFolder({ 'a.json': exported([long], source) });
  const plan = unwrap(
    await app.services.transfer.startImport(sourcePath, { siteUrl: 'https://old.example' }),
  );
  const [item] = await readItems(plan);
  expect(item).toMatchObject({ outcome: 'imported', slug: 'snake-case' });
  const told = [...plan.notes, ...(item?.notes ?? [])].map(({ message }) => message).join();
  for (const lost of [
    '#/portal',
    'https://old.example/, https://old.example/tag/a/',
    'og_title',
    'alternative text of its cover',
    '2 earlier versions',
    'email',
    'end of its title',
  ]) {
    expect(told).toContain(lost);
  }
});

it('a smaller variant of a picture of Ghost leads to the picture, and files to download keep their paths', async () => {
  const app = await makeApp({ renderPage: async () => new Response('', { status: 404 }) });
  const html =
    '<p><img src="__GHOST_URL__/content/images/size/w600/format/webp/2024/a.png" alt=""><a href="__GHOST_URL__/content/files/a.csv">A</a></p>';
  const folder = makeFolder({
    'a.json': exported([{ ...POST, html }]),
    'content/images/2024/a.png': await makePng(),
    'content/files/a.csv': 'a,b\n1,2',
  });
  await importPath(app.services, folder);
  const content = (await app.services.posts.anyPost('on-and-on'))?.content;
  expect(content).toMatch(/^<p><img src="\/media\/[^"]+" alt=""><a href="\/media\/[^"]+">A</);
  expect((await app.get('/content/files/a.csv')).status).toBe(301);
});

it.each([
  [
    'redirects.json',
    JSON.stringify([
      { from: '/was/', to: '/first/', permanent: true },
      { from: '^\\/old\\/a\\/?$', to: 'https://old.example/was/?x=1' },
      { from: '^/(\\d+)/', to: '/first/' },
      { from: '/shop', to: 'https://shop.test/first/' },
    ]),
  ],
  [
    'content/data/redirects.yaml',
    '301:\n  /was/: /first/\n  ^\\/old\\/a\\/?$: https://old.example/was/?x=1\n  ^/(\\d+)/: /first/\n302:\n  /shop: https://shop.test/first/\n',
  ],
])(
  'paths that %s of Ghost led to a post lead there on, and the others are named',
  async (path, redirects) => {
    const app = await makeApp({ renderPage: async () => new Response('', { status: 404 }) });
    const folder = makeFolder({
      'site.json': exported([{ ...POST, slug: 'first' }]),
      [path]: redirects,
    });
    const sourcePath = folder;
    const options = { siteUrl: 'https://old.example' };
    const { notes, items } = unwrap(await app.services.transfer.startImport(sourcePath, options));
    for await (const _ of items);
    for (const from of ['/was', '/old/a/']) {
      expect([from, await app.services.transfer.redirectTarget(from)]).toEqual([
        from,
        '/blog/first',
      ]);
    }
    expect(await app.services.transfer.redirectTarget('/shop')).toBe(null);
    const told = notes.map(({ message }) => message).join();
    expect(told).toContain('to no post: ^/(\\d+)/ to /first/, /shop to https://shop.test/first/.');
  },
);

it('several exports of Ghost are refused together: the posts of one alone would come', async () => {
  const app = await makeApp();
  const folder = makeFolder({ 'a.json': exported([POST]), 'b.json': exported([POST]) });
  const planned = await app.services.transfer.startImport(folder, {});
  expect(planned).toMatchObject({
    failure: { detail: expect.stringContaining('one at a time: a.json, b.json.') },
  });
});
