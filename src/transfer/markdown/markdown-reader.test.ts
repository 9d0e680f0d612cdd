import { describe, expect, it } from 'vitest';
import { importPath, planPath } from '../../../test/import-folder.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';

const makeSite = () => makeApp({ renderPage: async () => new Response('', { status: 404 }) });

describe('a blog', () => {
  it('of Zola comes with its titles in TOML, sections, pictures, internal links and aliases', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'config.toml': 'base_url = "https://old.example"\ntitle = "Old"',
      'content/_index.md': '+++\ntitle = "Home"\n+++\n',
      'content/about.md': '+++\ntitle = "About"\n+++\nMe',
      'content/blog/_index.md': '+++\ntitle = "Blog"\n+++\n',
      'content/blog/2012-05-08-first.md':
        '+++\ntitle = "The First: 1.10"\naliases = ["/old/first.html"]\n[taxonomies]\ntags = ["a"]\n+++\n[second](@/blog/second/index.md#part) {{ youtube(id="abc") }} {{ chart(x=1) }}',
      'content/blog/second/index.md':
        '+++\ntitle = "Second"\ndate = 2012-06-01T10:00:00+10:00\n[extra]\nweather = "fine"\n+++\n![A](a.png) ![B](@/blog/second/a.png)',
      'content/blog/second/a.png': await makePng(),
      'themes/x/README.md': '# Theme',
      'README.md': '# The site',
    });
    const items = await importPath(app.services, folder);
    expect(items.map(({ label, outcome, slug, status }) => [label, outcome, slug, status])).toEqual(
      [
        ['README.md', 'skipped', '', ''],
        ['content/_index.md', 'skipped', '', ''],
        ['content/about.md', 'imported', 'about', 'draft'],
        ['content/blog/2012-05-08-first.md', 'imported', 'first', 'published'],
        ['content/blog/_index.md', 'skipped', '', ''],
        ['content/blog/second/index.md', 'imported', 'second', 'published'],
        ['themes/x/README.md', 'skipped', '', ''],
      ],
    );
    const [first, second] = [
      await app.services.posts.publishedPost('first'),
      await app.services.posts.publishedPost('second'),
    ];
    expect(first).toMatchObject({
      title: 'The First: 1.10',
      date: '2012-05-08T00:00:00.000Z',
      tags: ['a'],
      content:
        '[second](/blog/second#section-part) [https://www.youtube.com/watch?v=abc](https://www.youtube.com/watch?v=abc) {{ chart(x=1) }}',
    });
    expect(second?.date).toBe('2012-06-01T00:00:00.000Z');
    const [url = ''] = /\/media\/[^)]+/.exec(second?.content ?? '') ?? [];
    expect(second?.content).toBe(`![A](${url}) ![B](${url})`);
    const told = items.flatMap(({ notes }) => notes.map(({ message }) => message)).join('\n');
    for (const lost of ['extra.weather', 'chart (line 1: a diagram or formula)', 'youtube'])
      expect(told).toContain(lost);
    for (const [path, slug] of [
      ['/blog/first/', 'first'],
      ['/old/first.html', 'first'],
      ['/blog/second', 'second'],
    ] as const) {
      const target = await app.services.transfer.redirectTarget(path);
      // A path of this blog is the post itself.
      expect([path, target ?? `/blog/${(await app.services.posts.anyPost(slug))?.slug}`]).toEqual([
        path,
        `/blog/${slug}`,
      ]);
    }
  });

  it('of Zola that keeps its dates in its paths keeps them, and its posts stay posts', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'zola.toml': 'base_url = "https://old.example"\nskip_content_templating = ["**"]',
      'content/1.94.1-release.md':
        '+++\npath = "2012/03/26/1.94.1-release"\ntitle = "1.94.1"\nauthors = ["A", "B"]\naliases = ["releases/1.94.1"]\n+++\n{{ github.token }} {{ youtube(id="abc") }}',
    });
    const [item] = await importPath(app.services, folder);
    expect(item).toMatchObject({ slug: '1-94-1-release', status: 'published', notes: [] });
    expect(await app.services.posts.publishedPost('1-94-1-release')).toMatchObject({
      title: '1.94.1',
      author: 'A, B',
      date: '2012-03-26T00:00:00.000Z',
      content: '{{ github.token }} {{ youtube(id="abc") }}',
    });
    for (const path of ['/2012/03/26/1.94.1-release/', '/releases/1.94.1']) {
      expect(await app.services.transfer.redirectTarget(path)).toBe('/blog/1-94-1-release');
    }
  });

  it('of bundles loses no picture that stands beside a text without being shown in it', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'content/a/index.md': '---\ntitle: A\n---\n![A](a.png)',
      'content/a/a.png': await makePng({ width: 20, height: 20 }),
      'content/a/img/other.png': await makePng({ width: 21, height: 20 }),
      'content/a/featured.png': await makePng({ width: 22, height: 20 }),
      'content/a/data.csv': 'a,b',
      'content/b/index.md':
        '---\ntitle: B\nresources:\n- {src: x.png, name: feature}\n- {src: y.png, name: y}\n---\nB',
      'content/b/x.png': await makePng({ width: 23, height: 20 }),
    });
    const [a] = await importPath(app.services, folder);
    expect(a?.notes).toEqual([
      {
        kind: 'lost',
        message: 'Files beside it that nothing leads to do not come along: data.csv.',
      },
      {
        kind: 'changed',
        message: 'Pictures beside it that its text does not show are in the library: other.png.',
      },
    ]);
    expect((await app.services.posts.anyPost('a'))?.coverImage).toMatch(/^\/media\/.*22x20/);
    expect((await app.services.posts.anyPost('b'))?.coverImage).toMatch(/^\/media\/.*23x20/);
  });

  it('of Hugo comes with its bundles, permalinks, shortcodes, translations and drafts', async () => {
    const app = await makeSite();
    const png = await makePng();
    const folder = makeFolder({
      'hugo.yaml':
        'baseURL: https://old.example/\ntimeZone: Australia/Brisbane\npermalinks:\n  posts: /:year/:month/:slug/\nlanguages:\n  en: {}\n  fr: {}',
      'content/posts/one/index.md':
        '---\ntitle: One\ndate: 2012-05-08\ncover:\n  image: a.png\n  caption: C\n---\n{{< figure src="a.png" alt="A" caption="A & B" >}}\n\n{{< highlight go >}}\nx := 1\n{{< /highlight >}}\n\n[Two]({{< ref "two.md" >}}) {{% note %}}\n\n```\n{{< figure src="a.png" >}}\n```\n',
      'content/posts/one/index.fr.md': '---\ntitle: Un\n---\nTexte',
      'content/posts/one/a.png': png,
      'content/posts/two.md': '---\nTitle: Two\nDraft: true\nurl: /special/\n---\n![A](/img/b.png)',
      'static/img/b.png': png,
    });
    const items = await importPath(app.services, folder);
    expect(items.map(({ slug, status }) => [slug, status])).toEqual([
      ['one-fr', 'published'],
      ['one', 'published'],
      ['two', 'draft'],
    ]);
    const one = await app.services.posts.publishedPost('one');
    const [url = ''] = /\/media\/[^"]+/.exec(one?.content ?? '') ?? [];
    expect(one).toMatchObject({
      date: '2012-05-07T14:00:00.000Z',
      coverImage: url,
      coverImageCaption: 'C',
      content:
        `<figure><img src="${url}" alt="A &amp; B"><figcaption>A &amp; B</figcaption></figure>\n\n\`\`\`go\nx := 1\n\`\`\`\n\n[Two](/blog/two) {{% note %}}\n\n\`\`\`\n{{< figure src="a.png" >}}\n\`\`\`\n`.replace(
          'alt="A &amp; B"',
          'alt="A"',
        ),
    });
    expect((await app.services.posts.anyPost('two'))?.content).toBe(`![A](${url})`);
    expect(await app.services.transfer.redirectTarget('/2012/05/one/')).toBe('/blog/one');
    expect(await app.services.transfer.redirectTarget('/special/')).toBeNull();
    const told = items[1]?.notes.map(({ message }) => message).join();
    expect(told).toContain('note (line 7: the frame of a box)');
  });

  it('of Jekyll comes with dates from names, Liquid, categories, drafts and redirects', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      '_config.yml': 'url: https://old.example\ntimezone: America/New_York\n',
      '_posts/2012-05-08-first-post.md':
        '---\ntitle: First\ncategories: lab notes\ntags: a b\nredirect_from: [/x/, /y.html]\nlayout: post\n---\n{% highlight ruby %}\nputs 1\n{% endhighlight %}\n\n[next]({% post_url 2012-06-01-next %}) ![A]({{ site.baseurl }}/assets/a.png) {% include x.html %}\n{: .big}\n',
      '_posts/2012-06-01-next.markdown':
        '---\npublished: false\ndate: 2012-06-01 12:00:00\n---\n[f](/lab/notes/2012/05/08/first-post.html)',
      '_drafts/idea.md': '---\ntitle: Idea\n---\nLater',
      '_includes/x.md': 'x',
      'about.md': '---\ntitle: About\npermalink: /about-me/\n---\nMe',
      'assets/a.png': await makePng(),
      'index.md': '---\nlayout: home\n---\n',
    });
    const items = await importPath(app.services, folder);
    const got = new Map(items.map((item) => [item.label, item]));
    expect(got.get('_posts/2012-05-08-first-post.md')).toMatchObject({
      slug: 'first-post',
      status: 'published',
      date: '2012-05-08T04:00:00.000Z',
    });
    expect(got.get('_posts/2012-06-01-next.markdown')).toMatchObject({
      slug: 'next',
      status: 'draft',
      date: '2012-06-01T02:00:00.000Z',
    });
    expect(got.get('_drafts/idea.md')?.status).toBe('draft');
    expect(got.get('about.md')?.status).toBe('draft');
    for (const other of ['_includes/x.md', 'index.md'])
      expect(got.get(other)?.outcome).toBe('skipped');
    const first = await app.services.posts.publishedPost('first-post');
    expect(first?.tags).toEqual(['a', 'b', 'lab', 'notes']);
    expect(first?.content).toMatch(
      /^```ruby\nputs 1\n```\n\n\[next\]\(\/blog\/next\) !\[A\]\(\/media\/\w+\/64x48\.png\) \{% include x\.html %\}\n\n$/,
    );
    expect((await app.services.posts.anyPost('next'))?.content).toBe('[f](/blog/first-post)');
    for (const path of ['/lab/notes/2012/05/08/first-post.html', '/x', '/y.html']) {
      expect([path, await app.services.transfer.redirectTarget(path)]).toEqual([
        path,
        '/blog/first-post',
      ]);
    }
    const told = got.get('_posts/2012-05-08-first-post.md')?.notes.map(({ message }) => message);
    expect(told?.join()).toMatch(/include \(line 5: .*kramdown/);
  });

  it('of Hugo shows no post before its publishDate, whatever its date', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'hugo.toml': 'baseURL = "https://old.example"',
      'content/posts/later.md':
        '---\ntitle: Later\ndate: 2020-01-01\npublishDate: 2031-01-01\n---\nText',
      'content/posts/once.md':
        '---\ntitle: Once\ndate: 2020-01-01\npublishDate: 2020-02-01\n---\nText',
    });
    await importPath(app.services, folder);
    expect(await app.services.posts.publishedPost('later')).toBeNull();
    expect((await app.services.posts.publishedPost('once'))?.date).toBe('2020-01-01T00:00:00.000Z');
  });

  it('of no known kind comes too, its links found by the names of its files', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'notes/one.md':
        '[two](../other/two.md) [two](/other/two/) [site](https://old.example/other/two)',
      'other/two.md': 'Text',
      'README.md': 'About the folder',
    });
    await importPath(app.services, folder, { siteUrl: 'https://old.example' });
    expect((await app.services.posts.anyPost('one'))?.content).toBe(
      '[two](/blog/two) [two](/blog/two) [site](/blog/two)',
    );
    expect(await app.services.posts.postStats()).toMatchObject({ total: 2 });
  });

  it('whose pictures are elsewhere has them fetched when that is asked for, and only then', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'a.md': '![A](https://cdn.example/a.png)\n\n[l](https://cdn.example/b.png)',
    });
    const [planned] = await planPath(app.services, folder, { fetchesPictures: true });
    expect(planned?.notes.map(({ message }) => message)).toEqual([
      'Pictures are to be fetched from other servers: cdn.example.',
    ]);
    const [item] = await importPath(app.services, folder, { fetchesPictures: true });
    // The test's site has no network.
    expect(item?.notes.map(({ message }) => message).join()).toContain('no network');
    expect((await app.services.posts.anyPost('a'))?.content).toContain('https://cdn.example/a.png');
  });
});

describe('a site of Markdown', () => {
  const imported = async (files: Record<string, string>) => {
    const app = await makeSite();
    const items = await importPath(app.services, makeFolder(files));
    const told = items.map(({ label, outcome, status }) => `${label}: ${outcome} ${status}`);
    return { app, items, told };
  };
  const matter = (...lines: string[]) => ['---', ...lines, '---', 'Text'].join('\n');

  it('leads the paths of each language to its own translation', async () => {
    const { app } = await imported({
      'hugo.toml':
        'baseURL = "https://old.example"\n[permalinks]\nposts = "/:year/:slug/"\n[languages.en]\n[languages.de]',
      'content/posts/a/index.md': matter(
        'title: A',
        'date: 2020-01-01',
        'slug: one',
        'aliases: [former]',
      ),
      'content/posts/a/index.de.md': matter('title: A', 'date: 2020-01-01', 'slug: one'),
      'content/posts/b.en.md': matter('title: B', 'date: 2020-01-01'),
    });
    for (const [path, to] of [
      ['/2020/one', '/blog/one'],
      ['/2020/former', '/blog/one'],
      ['/de/2020/one', '/blog/one-de'],
      ['/2020/b', '/blog/b'],
    ] as const) {
      expect([path, await app.services.transfer.redirectTarget(path)]).toEqual([path, to]);
    }
  });

  it('is read by a configuration in a folder of its own, with a folder for each language, and in a folder of the server', async () => {
    const { app, told } = await imported({
      'site/config/_default/hugo.yaml':
        'baseURL: https://old.example/sub/\ndefaultContentLanguage: en\ndefaultContentLanguageInSubdir: true',
      'site/config/_default/languages.yaml':
        'en:\n  contentDir: content/english\nde:\n  contentDir: content/german',
      'site/config/_default/permalinks.toml': '[page]\nblog = "/texts/:slugorcontentbasename/"',
      'site/content/english/blog/a.md': matter('title: A', 'date: 2020-01-01'),
      'site/content/english/blog/b.md':
        '[A](https://www.old.example/sub/en/texts/a/) [A](/en/texts/a/#x)',
      'site/content/german/blog/a.md': matter('title: A', 'date: 2020-01-01'),
    });
    expect(told).toEqual([
      'site/content/english/blog/a.md: imported published',
      'site/content/english/blog/b.md: imported published',
      'site/content/german/blog/a.md: imported published',
    ]);
    expect(await app.services.transfer.redirectTarget('/sub/en/texts/a')).toBe('/blog/a');
    expect(await app.services.transfer.redirectTarget('/sub/de/texts/a')).toBe('/blog/a-de');
    expect((await anyPost(app, 'b')).content).toBe('[A](/blog/a) [A](/blog/a#section-x)');
  });

  it('of Jekyll in a folder of the server knows its own links', async () => {
    const { app } = await imported({
      '_config.yml': 'url: https://old.example\nbaseurl: /sub\npermalink: /:title/',
      '_posts/2020-01-01-a.md': matter('title: A'),
      '_posts/2020-01-02-b.md': `${matter('title: B')} [A](https://old.example/sub/a/)`,
    });
    expect((await anyPost(app, 'b')).content).toBe('Text [A](/blog/a)');
    expect(await app.services.transfer.redirectTarget('/sub/a')).toBe('/blog/a');
  });

  it('finds the former paths that Hugo makes of titles', async () => {
    const { app } = await imported({
      'hugo.yaml':
        'baseURL: https://old.example\npermalinks:\n  one: /1/:slug/\n  two: /2/:title/\n  three: /3/:unknown/',
      'content/one/a.md': matter('title: "Hello, Wörld & Co!"', 'date: 2020-01-01'),
      'content/one/b.md': matter('title: B', 'date: 2020-01-01', 'slug: other'),
      'content/two/c.md': matter('title: "See: 1.5"', 'date: 2020-01-01', 'slug: c'),
      'content/three/d.md': `${matter('title: D', 'date: 2020-01-01').replace('Text', '[x]: /a/')}\n\nText`,
    });
    const paths = ['/1/hello-wörld-co', '/1/other', '/2/see-1.5', '/3/:unknown'];
    const targets = await Promise.all(
      paths.map((path) => app.services.transfer.redirectTarget(path)),
    );
    expect(targets).toEqual(['/blog/a', '/blog/other', '/blog/c', null]);
    expect((await anyPost(app, 'd')).description).toBe('Text');
  });

  it('finds the former paths that Hugo makes of folders and dates', async () => {
    const { app } = await imported({
      'hugo.yaml':
        'baseURL: https://old.example\npermalinks:\n  one: /:sections[1:]/:slug/\n  two: /:sections[:last]/:sections[last]/:year/:monthname/:weekdayname/:yearday/:slug/\n  three: /3/:sections[0]/:weekday/:slug',
      'content/one/x/y/a.md': matter('title: A', 'date: 2020-02-03'),
      'content/two/z/b.md': matter('title: B', 'date: 2020-02-03'),
      'content/three/z/c.md': matter('title: C', 'date: 2020-02-02'),
    });
    const paths = ['/x/y/a', '/two/z/2020/february/monday/34/b', '/3/three/0/c'];
    const targets = await Promise.all(
      paths.map((path) => app.services.transfer.redirectTarget(path)),
    );
    expect(targets).toEqual(['/blog/a', '/blog/b', '/blog/c']);
  });

  it('makes nothing public that had no page of its own, and shows no comments', async () => {
    const { app, told } = await imported({
      'hugo.toml': 'baseURL = "https://old.example"',
      'content/posts/bundle/index.md': matter('title: B', 'date: 2020-01-01'),
      'content/posts/bundle/part.md': matter('title: Part', 'date: 2020-01-01'),
      'content/posts/headless.md': matter('title: H', 'date: 2020-01-01', 'headless: true'),
      'content/posts/never.md': matter('title: N', 'date: 2020-01-01', '_build: {render: never}'),
      'content/posts/said.md': `${matter('title: S', 'date: 2020-01-01')}\n\n{% comment %}hidden{% endcomment %}{{% comment %}}hidden{{% /comment %}}\n\n\`{% comment %}shown{% endcomment %}\`\n\n\`{% comment %}\` hides: {% comment %}hidden{% endcomment %}`,
    });
    expect(told).toEqual([
      'content/posts/bundle/index.md: imported published',
      'content/posts/bundle/part.md: imported draft',
      'content/posts/headless.md: imported draft',
      'content/posts/never.md: imported draft',
      'content/posts/said.md: imported published',
    ]);
    const content = (await app.services.posts.anyPost('said'))?.content;
    expect(content).not.toContain('hidden');
    expect(content).toContain('`{% comment %}shown{% endcomment %}`');
  });

  it('of Zola keeps pages that it does not render as drafts', async () => {
    const { told } = await imported({
      'config.toml': 'base_url = "https://old.example"',
      'content/blog/a.md': '+++\ntitle = "A"\ndate = 2020-01-01\nrender = false\n+++\nText',
    });
    expect(told).toEqual(['content/blog/a.md: imported draft']);
  });

  it('loses no file in silence that is in another markup, and takes no post of what others wrote', async () => {
    const { app, items, told } = await imported({
      '_config.yml': 'url: https://old.example\ncollections: [recipes]',
      '_posts/2020-01-01-a.html': matter('title: A').replace('Text', '<p>Text</p>\n\n<p>More</p>'),
      '_posts/2020-01-02-b.textile': matter('title: B'),
      '_posts/2020-01-03-c.md': matter('title: C'),
      '_recipes/cake.md': matter('title: Cake'),
      'vendor/gems/x/_posts/2020-01-01-v.md': matter('title: V'),
    });
    expect(told).toEqual([
      '_posts/2020-01-01-a.html: imported published',
      '_posts/2020-01-02-b.textile: failed ',
      '_posts/2020-01-03-c.md: imported published',
      '_recipes/cake.md: imported draft',
      'vendor/gems/x/_posts/2020-01-01-v.md: skipped ',
    ]);
    expect(items[1]?.reason).toContain('.textile');
    expect((await app.services.posts.anyPost('a'))?.contentHtml).toContain('<p>More</p>');
    expect(await app.services.transfer.redirectTarget('/recipes/cake')).toBeNull();
    await app.services.posts.editPost('cake', {
      ...(await anyPost(app, 'cake')),
      status: 'published',
    });
    expect(await app.services.transfer.redirectTarget('/recipes/cake')).toBe('/blog/cake');
  });

  it('says of whom a post is by the configuration, its section or a list of authors, where it does not say so itself', async () => {
    const { app } = await imported({
      '_config.yml':
        'url: https://old.example\nauthor: {name: The Site}\ndefaults:\n- scope: {path: "", type: posts}\n  values: {image: /assets/a.png}\n- scope: {path: _posts/team}\n  values: {author: The Team, published: false}',
      '_data/authors.yml': 'ada: {name: Ada Lovelace}',
      '_posts/2020-01-01-site.md': matter('title: A'),
      '_posts/2020-01-01-own.md': matter('title: A', 'authors: [ada, Bo]'),
      '_posts/team/2020-01-01-team.md': matter('title: A', 'published: true'),
      '_posts/team/2020-01-01-hidden.md': matter('title: A'),
    });
    expect((await anyPost(app, 'site')).author).toBe('The Site');
    expect((await anyPost(app, 'own')).author).toBe('Ada Lovelace, Bo');
    expect(await anyPost(app, 'team')).toMatchObject({ author: 'The Team', status: 'published' });
    expect((await anyPost(app, 'hidden')).status).toBe('draft');
  });

  it('of Hugo has what its sections and its parameters give to posts', async () => {
    const { app } = await imported({
      'config/_default/config.toml': 'title = "A site"',
      'config/_default/params.toml': 'author = "The Site"',
      'content/posts/_index.md': matter('cascade: {params: {author: The Section}}'),
      'content/posts/later/_index.md': matter('cascade:', '- draft: true'),
      'content/posts/a.md': matter('title: A', 'date: 2020-01-01'),
      'content/posts/own.md': matter('title: A', 'date: 2020-01-01', 'params: {author: Own}'),
      'content/posts/later/b.md': matter('title: B', 'date: 2020-01-01'),
      'content/notes/c.md': matter('title: C', 'date: 2020-01-01'),
    });
    expect((await anyPost(app, 'a')).author).toBe('The Section');
    expect((await anyPost(app, 'own')).author).toBe('Own');
    expect(await anyPost(app, 'b')).toMatchObject({ author: 'The Section', status: 'draft' });
    expect((await anyPost(app, 'c')).author).toBe('The Site');
  });

  it('leads the paths that generators make of the names of files to the posts', async () => {
    for (const [config, files, paths] of [
      [
        { 'hugo.toml': 'baseURL = "https://old.example"' },
        { 'content/My Notes/A First_Post.md': matter('title: A', 'date: 2020-01-01') },
        ['/my-notes/a-first_post/'],
      ],
      [
        { 'hugo.yaml': 'baseURL: https://old.example\nuglyURLs: true' },
        { 'content/notes/A First_Post.md': matter('title: A', 'date: 2020-01-01') },
        ['/notes/a-first_post.html'],
      ],
      [
        {
          'hugo.yaml':
            'baseURL: https://old.example\nlanguages: {en: {permalinks: {notes: "/n/:contentbasename/"}}}',
        },
        { 'content/notes/a-first_post.md': matter('title: A', 'date: 2020-01-01') },
        ['/n/a-first_post'],
      ],
      [
        { 'config.toml': 'base_url = "https://old.example"' },
        { 'content/notes/2020-01-01-A First_Post.md': '+++\ntitle = "A"\n+++\nText' },
        ['/notes/a-first-post/'],
      ],
      [
        { 'config.toml': 'base_url = "https://old.example"\n[slugify]\npaths = "off"' },
        { 'content/notes/A First_Post.md': '+++\ntitle = "A"\n+++\nText' },
        ['/notes/A%20First_Post/'],
      ],
      [
        { '_config.yml': 'permalink: /:categories/:short_month/:title:output_ext' },
        {
          '_posts/2020-01-01-A First_Post.md': matter('title: A', 'categories: [Lab Notes, b]'),
        },
        ['/lab%20notes/b/jan/A-First_Post.html'],
      ],
      [
        { '_config.yml': 'permalink: pretty' },
        { '_posts/2020-01-01-A First_Post.md': matter('title: A', 'category: Lab Notes') },
        ['/lab%20notes/2020/01/01/A-First_Post/'],
      ],
    ] as [Record<string, string>, Record<string, string>, string[]][]) {
      const { app, items } = await imported({ ...config, ...files });
      const slug = items.find(({ outcome }) => outcome === 'imported')?.slug;
      for (const path of paths) {
        expect([path, await app.services.transfer.redirectTarget(path)]).toEqual([
          path,
          `/blog/${slug}`,
        ]);
      }
    }
  });

  it('of Hexo comes as Markdown, and a draft with fields that nothing opens is refused', async () => {
    const { told } = await imported({
      '_config.yml': 'url: https://old.example\npermalink: :year/:title/',
      'source/_posts/a.md': matter('title: A', 'date: 2020-03-04'),
      'source/_posts/b.md': 'title: B\npublished: false\n---\nText',
      'source/_drafts/c.md': matter('title: C'),
      'source/_posts/d.org': '#+title: D',
    });
    expect(told).toEqual([
      'source/_drafts/c.md: imported draft',
      'source/_posts/a.md: imported published',
      'source/_posts/b.md: failed ',
      'source/_posts/d.org: failed ',
    ]);
  });

  it('of Obsidian has links and pictures for its brackets, and shows no comments', async () => {
    const app = await makeSite();
    const items = await importPath(
      app.services,
      makeFolder({
        '.obsidian/app.json': '{}',
        'Notes/One.md':
          '[[Two Words]] [[two words#The Part|there]] [[#Here]] [[Nowhere]] ![[a b.png|300]] ![[Two Words]] %%hidden%% `[[Two Words]]`',
        'Notes/Two Words.md': 'Text',
        'Files/a b.png': await makePng(),
      }),
    );
    const { content } = await anyPost(app, 'one');
    expect(content.replace(/\/media\/[^)]+/, 'URL')).toBe(
      '[Two Words](/blog/two-words) [there](/blog/two-words#the-part) [Here](#here) [[Nowhere]] ![](URL) [Two Words](/blog/two-words)  `[[Two Words]]`',
    );
    expect(items[0]?.notes.map(({ message }) => message).join()).toContain('[[Nowhere]]');
  });

  it('leaves brackets that are no links as they are, where nobody writes in Obsidian', async () => {
    const { app } = await imported({ 'a.md': '[[ -f x ]] 5%% [[b]] %%', 'b.md': 'Text' });
    expect((await anyPost(app, 'a')).content).toBe('[[ -f x ]] 5%% [b](/blog/b) %%');
  });

  it('in MDX comes as Markdown without what nobody saw, and in other markup is named as failed', async () => {
    const { app, items } = await imported({
      'a.mdx':
        "---\ntitle: A\n---\nimport X from './x.js'\nexport const y = 1\n\n<X a={1}>Inside</X> {/* hidden */}\n\n```js\nimport Z from 'z'\n```\n[b](./b.md)",
      'b.md': '[a](./a.mdx)',
      'c.rst': 'Text',
    });
    expect((await anyPost(app, 'a')).content).toContain('<X a={1}>Inside</X> \n\n```js');
    expect((await anyPost(app, 'b')).content).toBe('[a](/blog/a)');
    expect(items[0]?.notes.map(({ message }) => message).join()).toContain('It is MDX');
    expect(items[2]).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('.rst') });
  });

  it('of Jekyll shows what it escapes, in code too, and no file that it would not show', async () => {
    const { app, told } = await imported({
      '_config.yml': 'url: https://old.example',
      '_posts/2020-01-01-a.md': `${matter('title: A')} {% raw %}{{ site.url }}{% endraw %}\n\n\`\`\`\n{% raw %}{{ x }}{% endraw %}\n\`\`\``,
      '_posts/2020-01-01-b.md': `${matter('title: B', 'render_with_liquid: false')} {{ site.url }}`,
      '_posts/2020-01-01-c.md': matter('title: C', 'tag: Two Words', 'tags: [a]', 'tags: one two'),
      '_posts/undated.md': matter('title: D', 'date: 2020-01-01'),
    });
    expect((await anyPost(app, 'a')).content).toBe('Text {{ site.url }}\n\n```\n{{ x }}\n```');
    expect((await anyPost(app, 'b')).content).toBe('Text {{ site.url }}');
    expect((await anyPost(app, 'c')).tags).toEqual(['one', 'two', 'Two Words']);
    expect(told.at(-1)).toBe('_posts/undated.md: imported draft');
  });

  it('of Hugo shows the shortcodes that it escapes, and all that a figure says', async () => {
    const { app } = await imported({
      'hugo.toml': 'baseURL = "https://old.example"',
      'content/posts/a.md': `${matter('title: A', 'date: 2020-01-01')} {{</* ref "x" */>}} {{%/* note */%}}\n\n\`\`\`\n{{</* x */>}}\n\`\`\`\n\n{{< figure src="https://cdn.example/ä b%20c.png" alt="5 > 3 %" title="T" caption="**C** [l](https://x.example/) & d" link="https://y.example" attr="By A" attrlink="https://z.example" >}}`,
    });
    expect((await anyPost(app, 'a')).content).toBe(
      'Text {{< ref "x" >}} {{% note %}}\n\n```\n{{< x >}}\n```\n\n<figure><a href="https://y.example"><img src="https://cdn.example/ä%20b%20c.png" alt="5 > 3 %"></a><figcaption><strong>T</strong> <strong>C</strong> <a href="https://x.example/">l</a> &amp; d <a href="https://z.example">By A</a></figcaption></figure>',
    );
  });

  it('leads links with spaces, by folders of categories, from the page and below the path of the site to the posts', async () => {
    const { app, items } = await imported({
      '_config.yml': 'url: https://old.example\nbaseurl: /sub\npermalink: /:categories/:title/',
      'lab/_posts/2020-01-01-a b.md': matter('title: A'),
      'lab/_posts/2020-01-02-c.md': `${matter('title: C')} [a]({% post_url lab/2020-01-01-a b %}#x) [a]({% link lab/_posts/2020-01-01-a b.md %}) [a](../a-b/) [a](/sub/lab/a-b) [d](../d/)`,
    });
    expect((await anyPost(app, 'c')).content).toBe(
      'Text [a](/blog/a-b#section-x) [a](/blog/a-b) [a](/blog/a-b) [a](/blog/a-b) [d](https://old.example/sub/lab/d/)',
    );
    expect(items[1]?.notes.map(({ message }) => message).join()).toContain('sub/lab/d/');
  });

  it('finds files by their names with accents, however those are composed', async () => {
    const app = await makeSite();
    const items = await importPath(
      app.services,
      makeFolder({
        'a.md': '![a](bïld.png) ![b](/img/bi\u0308ld.png) [ü](über.md)',
        'bi\u0308ld.png': await makePng({ width: 20, height: 20 }),
        'static/img/bi\u0308ld.png': await makePng({ width: 21, height: 20 }),
        'u\u0308ber.md': 'Text',
      }),
    );
    expect(items[0]?.notes).toEqual([]);
    expect((await anyPost(app, 'a')).content).toMatch(
      /^!\[a\]\(\/media\/\w+\/20x20\.png\) !\[b\]\(\/media\/\w+\/21x20\.png\) \[ü\]\(\/blog\/uber\)$/,
    );
  });

  it('keeps footnotes of one word', async () => {
    const { app } = await imported({
      'hugo.toml': 'baseURL = "https://old.example"',
      'content/posts/a.md': `${matter('title: A', 'date: 2020-01-01')}[^1]\n\n[^1]: note\n`,
    });
    expect((await anyPost(app, 'a')).content).toBe('Text[^1]\n\n[^1]: note\n');
  });
});

async function anyPost({ services }: TestApp, slug: string) {
  const found = await services.posts.anyPost(slug);
  if (found === null) throw new Error(`There is no post ${slug}`);
  return found;
}

it('a reference of Hugo leads to the page in its own language, or in the one that it names', async () => {
  const app = await makeSite();
  const refs =
    '[a]({{< ref "/posts/two#part" >}}) [b]({{< relref "two" >}}) [c]({{< ref path="/posts/two" lang="de" >}}) [d]({{< ref path="/posts/two.md" lang="en" >}}) [e]({{< relref "/posts" >}})';
  const folder = makeFolder({
    'hugo.toml':
      'baseURL = "https://old.example"\n[languages.en]\ncontentDir = "content/en"\n[languages.de]\ncontentDir = "content/de"',
    'content/en/posts/_index.md': '---\ntitle: Posts\n---\n',
    'content/de/posts/_index.md': '---\ntitle: Posts\n---\n',
    'content/en/posts/one/index.md': `---\ntitle: One\n---\n${refs}`,
    'content/de/posts/one/index.md': `---\ntitle: Eins\n---\n${refs}`,
    'content/en/posts/two.md': '---\ntitle: Two\n---\n## Part',
    'content/de/posts/two.md': '---\ntitle: Zwei\n---\n## Part',
  });
  await importPath(app.services, folder);
  const english = (await app.services.posts.anyPost('one'))?.content;
  const german = (await app.services.posts.anyPost('one-de'))?.content;
  const [two, zwei] = ['/blog/two', '/blog/two-de'];
  expect(english).toBe(
    `[a](${two}#section-part) [b](${two}) [c](${zwei}) [d](${two}) [e](https://old.example/posts/)`,
  );
  expect(german).toBe(
    `[a](${zwei}#section-part) [b](${zwei}) [c](${zwei}) [d](${two}) [e](https://old.example/de/posts/)`,
  );
  expect((await app.services.posts.anyPost('two'))?.contentHtml).toContain('id="section-part"');
});

it('an id behind a heading is not read as a part of it, and links lead to it', async () => {
  const app = await makeSite();
  const folder = makeFolder({
    'config.toml': 'base_url = "https://old.example"',
    'content/blog/_index.md': '+++\ntitle = "Blog"\n+++\n',
    'content/blog/one.md':
      '+++\ntitle = "One"\n+++\n## Plan {#the-plan}\n\n### B {.big #part}\n\nMore {: #more }\n----\n\n    ## C {#c}\n\nSet {#a} and {b}',
    'content/blog/two.md':
      '+++\ntitle = "Two"\n+++\n[a](@/blog/one.md#the-plan) [b](@/blog/one.md#part) [all](@/blog/_index.md)',
  });
  const items = await importPath(app.services, folder);
  const one = await app.services.posts.publishedPost('one');
  expect(one?.content).toBe(
    '## Plan <a id="the-plan"></a>\n\n### B <a id="part"></a>\n\nMore <a id="more"></a>\n----\n\n    ## C {#c}\n\nSet {#a} and {b}',
  );
  for (const id of ['the-plan', 'section-part']) expect(one?.contentHtml).toContain(`id="${id}"`);
  expect((await app.services.posts.publishedPost('two'))?.content).toBe(
    '[a](/blog/one#the-plan) [b](/blog/one#section-part) [all](https://old.example/blog/)',
  );
  const told = items.flatMap(({ notes }) => notes.map(({ message }) => message)).join();
  expect(told).toContain('stay on the former site: https://old.example/blog/');
});

it('posts of Jekyll have the folder of their category as a tag, the address of its pattern, and no attributes in their text', async () => {
  const app = await makeSite();
  const folder = makeFolder({
    '_config.yml': 'collections:\n  posts:\n    permalink: /:year/:slugified_categories/:title',
    'science/_posts/2020-01-02-one.md':
      '---\ntitle: One\ncategory: Wet Lab\n---\n* TOC\n{:toc}\n\n## A\n{: #first .x}\n\n![P](https://else.test/p.png){: width="200"}',
  });
  const [item] = await importPath(app.services, folder);
  const one = await app.services.posts.publishedPost('one');
  expect(one?.tags).toEqual(['Wet Lab', 'science']);
  expect(one?.content).toBe('\n\n## A\n<a id="first"></a>\n\n![P](https://else.test/p.png)');
  expect(await app.services.transfer.redirectTarget('/2020/science/wet-lab/one')).toBe('/blog/one');
  expect(item?.notes.map(({ message }) => message)).toContain(
    'Taken out of the text: attributes of kramdown ({: …}) (lines 1, 5, 7).',
  );
});

it('a file that the library does not take stays on the former site', async () => {
  const app = await makeSite();
  const folder = makeFolder({
    'config.toml': 'base_url = "https://old.example"',
    'content/blog/one/index.md': '+++\ntitle = "One"\n+++\n[Film](film.mp4) [root](/sound.mp3)',
    'content/blog/one/film.mp4': 'film',
    'static/sound.mp3': 'sound',
  });
  await importPath(app.services, folder);
  expect((await app.services.posts.publishedPost('one'))?.content).toBe(
    '[Film](https://old.example/blog/one/film.mp4) [root](https://old.example/sound.mp3)',
  );
});

it('paths that _redirects of a site led to a post lead there on', async () => {
  const app = await makeSite();
  const folder = makeFolder({
    'hugo.toml': 'baseURL = "https://old.example"',
    'content/posts/a.md': '---\ntitle: A\n---\nText',
    'static/_redirects': '# comment\n/was   /posts/a/   301!\n/x/* /posts/:splat\n',
  });
  await importPath(app.services, folder);
  expect(await app.services.transfer.redirectTarget('/was/')).toBe('/blog/a');
});

it('links of Jekyll lead where its configuration says, and those of other templates are not made up', async () => {
  const app = await makeSite();
  const folder = makeFolder({
    '_config.yml':
      'url: https://old.example\ngithub:\n  repo: https://code.example/r\nname: Lab & more',
    '_posts/2020-01-01-a.md':
      '---\ntitle: A\n---\n[r]({{ site.github.repo }}/wiki) {{ site.name | escape }} [x]({{site.nowhere}}/x) ![y]({{page.y}}.png) [d]({% post_url 2020-01-02-d %})',
    '_posts/2020-01-02-d.md': '---\ntitle: D\npublished: false\n---\nText',
  });
  const [a] = await importPath(app.services, folder);
  expect((await app.services.posts.anyPost('a'))?.content).toBe(
    '[r](https://code.example/r/wiki) Lab & more [x]({{site.nowhere}}/x) ![y]({{page.y}}.png) [d](/blog/d)',
  );
  const lost = a?.notes.filter(({ kind }) => kind === 'lost').map(({ message }) => message);
  expect(lost).toEqual([
    'Shortcodes and Liquid stay in the text as they are written: site.nowhere (line 1), page.y (line 1).',
    'Links lead to what does not come along: {{site.nowhere}}/x.',
    'Pictures are not among the files: {{page.y}}.png.',
    'Links lead to posts that come as drafts, which readers do not see: /2020-01-02-d.md.',
  ]);
});

it('a post of Jekyll keeps the day and the address that it had by the clocks of its site', async () => {
  const app = await makeSite();
  const folder = makeFolder({
    '_config.yml':
      'url: https://old.example\ntimezone: America/New_York\npermalink: /:year/:month/:day/:title',
    '_posts/2020-03-05-late.md': '---\ntitle: Late\ndate: 2020-03-05 01:30:00 +0000\n---\nText',
  });
  await importPath(app.services, folder);
  expect(await app.services.transfer.redirectTarget('/2020/03/04/late')).toBe('/blog/late');
  // 20:30 on the 4th, in Brisbane.
  expect((await app.services.posts.anyPost('late'))?.date).toBe('2020-03-04T10:30:00.000Z');
});

it('a field that cannot be read costs the field, not the post', async () => {
  const app = await makeSite();
  const folder = makeFolder({
    '_config.yml': 'url: https://old.example',
    '_posts/2020-03-04-a.md':
      '---\ntitle: A\ndate: spring\ntags: [x]\ntags: [y]\ndescription: {a: b}\n---\nText',
    '_posts/2020-03-05-b.md': '---\ntitle: B\npublished: true\npublished: false\n---\nText',
    'about/c.md': '---\ntitle: C\ndate: spring\n---\nText',
  });
  const items = await importPath(app.services, folder);
  expect(items.map(({ slug, status, date }) => [slug, status, date])).toEqual([
    ['a', 'published', '2020-03-04T00:00:00.000Z'],
    ['b', 'draft', '2020-03-05T00:00:00.000Z'],
    ['c', 'draft', null],
  ]);
  expect((await app.services.posts.anyPost('a'))?.tags).toEqual(['y']);
  expect(items[0]?.notes.map(({ message }) => message)).toEqual([
    'The front matter has a wrong description, which must be text.',
    'The front matter has more than one tags: the last one counts.',
    'The date “spring” cannot be read: it is that of its name.',
    'Front matter that has no place here: description.a.',
  ]);
});

it('posts of Hugo keep dates in their addresses, emoji, and what its theme would have shown, as it is written', async () => {
  const app = await makeSite();
  const folder = makeFolder({
    'hugo.toml': 'baseURL = "https://old.example"\nenableEmoji = true',
    'content/posts/2020-03-04-a.md':
      '---\ntitle: A\n---\n:smile: :nothing: `:smile:` {{<gallery dir="x">}} {{% note *a* %}}',
    'content/posts/b/index.en.md': '---\ntitle: B\ndate: 2020-03-04\n---\nText',
    'content/posts/c.Rmd': 'Text',
    'content/posts/d.ipynb': '{}',
  });
  const items = await importPath(app.services, folder);
  expect(items.map(({ label, slug, outcome }) => [label, slug, outcome])).toEqual([
    ['content/posts/2020-03-04-a.md', '2020-03-04-a', 'imported'],
    ['content/posts/b/index.en.md', 'b', 'imported'],
    ['content/posts/c.Rmd', '', 'failed'],
    ['content/posts/d.ipynb', '', 'failed'],
  ]);
  const html = (await app.services.posts.anyPost('2020-03-04-a'))?.contentHtml ?? '';
  expect(html).toContain(
    '😄 :nothing: <code>:smile:</code> {{&#x3C;gallery dir="x">}} {{% note *a* %}}',
  );
  expect(items[0]?.notes[0]?.message).toContain('gallery (line 1: pictures)');
});

it('an export of Notion is refused by name, with what to do', async () => {
  const app = await makeSite();
  const folder = makeFolder({ 'My page 0123456789abcdef0123456789abcdef.md': '# My page' });
  await expect(importPath(app.services, folder)).rejects.toThrow(/export of Notion/);
});
