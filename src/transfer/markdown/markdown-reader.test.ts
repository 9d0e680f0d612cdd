import { describe, expect, it } from 'vitest';
import { importPath } from '../../../test/import-folder.ts';
import { makeApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { publishedPost } from '../../posts/public-posts.ts';
import { anyPost, postStats } from '../../posts/reading.ts';
import { startImport } from '../import.ts';
import { redirectTarget } from '../redirects.ts';

const makeSite = () => makeApp({ renderPage: async () => new Response('', { status: 404 }) });

describe('a blog', () => {
  it('of Hugo comes with its front matter in TOML, bundles, pictures, drafts and former paths', async () => {
    const app = await makeSite();
    const png = await makePng();
    const folder = makeFolder({
      'archetypes/default.md': '---\ntitle: "{{ .Name }}"\n---\nText',
      'content/_index.md': '+++\ntitle = "Home"\n+++\n',
      'content/about.md': '+++\ntitle = "About"\n+++\nMe',
      'content/posts/2012-05-08-first.md':
        '+++\ntitle = "The First: 1.10"\naliases = ["/old/first.html"]\n[taxonomies]\ntags = ["a"]\n+++\n[second](/posts/second/#part) ![B](/img/b.png)',
      'content/posts/second/index.md':
        '---\ntitle: Second\ndate: 2012-06-01T10:00:00+10:00\nurl: /special/\nweather: fine\ncover:\n  image: a.png\n  caption: C\n---\n![A](a.png)\n\n{{< figure src="a.png" >}} {{% note %}}\n\n```\n{{< x >}}\n```\n',
      'content/posts/second/index.de.md': '---\ntitle: Zweiter\n---\nText',
      'content/posts/second/a.png': png,
      'content/posts/third.md': '---\nTitle: Third\nDraft: true\n---\nText',
      'static/img/b.png': png,
      'themes/x/README.md': '# Theme',
    });
    const items = await importPath(app.site, folder);
    expect(items.map(({ label, outcome, slug, status }) => [label, outcome, slug, status])).toEqual(
      [
        ['archetypes/default.md', 'skipped', '', ''],
        ['content/_index.md', 'skipped', '', ''],
        ['content/about.md', 'imported', 'about', 'draft'],
        ['content/posts/2012-05-08-first.md', 'imported', 'first', 'published'],
        ['content/posts/second/index.de.md', 'imported', 'second-de', 'published'],
        ['content/posts/second/index.md', 'imported', 'second', 'published'],
        ['content/posts/third.md', 'imported', 'third', 'draft'],
        ['themes/x/README.md', 'skipped', '', ''],
      ],
    );
    const second = await publishedPost(app.site, 'second');
    const [url = ''] = /\/media\/[^)]+/.exec(second?.content ?? '') ?? [];
    expect(await publishedPost(app.site, 'first')).toMatchObject({
      title: 'The First: 1.10',
      date: '2012-05-08T00:00:00.000Z',
      tags: ['a'],
      content: `[second](/blog/second#section-part) ![B](${url})`,
    });
    expect(second).toMatchObject({
      date: '2012-06-01T00:00:00.000Z',
      coverImage: url,
      coverImageCaption: 'C',
      content: `![A](${url})\n\n{{\\< figure src="a.png" >}} {{% note %}}\n\n\`\`\`\n{{< x >}}\n\`\`\`\n`,
    });
    expect(second?.contentHtml).toContain('{{&#x3C; figure src="a.png" >}} {{% note %}}');
    const told = items.flatMap(({ notes }) => notes.map(({ message }) => message)).join('\n');
    for (const lost of ['weather', 'figure (line 3), note (line 3)']) expect(told).toContain(lost);
    expect(await redirectTarget(app.site, '/old/first.html')).toBe('/blog/first');
    expect(await redirectTarget(app.site, '/special')).toBe('/blog/second');
    expect(await redirectTarget(app.site, '/img/b.png')).toBe(url);
  });

  it('of Jekyll comes with dates from names, categories, drafts and redirects, and says what it does not read', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      '_config.yml': 'url: https://old.example\ndefaults: []',
      '_posts/2012-05-08-first-post.md':
        '---\ntitle: First\ncategories: lab notes\ntags: a b\nredirect_from: [/x/, /y.html]\nlayout: post\n---\n![A](/assets/a.png) {% include x.html %} [next]({% post_url 2012-06-01-next %})',
      '_posts/2012-06-01-next.markdown':
        '---\npublished: false\ndate: 2012-06-01 12:00:00\n---\n[f](/_posts/2012-05-08-first-post.md)',
      '_posts/undated.md': '---\ntitle: U\ndate: 2012-06-01\n---\nText',
      '_drafts/idea.md': '---\ntitle: Idea\n---\nLater',
      '_includes/x.md': 'x',
      'about.md': '---\ntitle: About\npermalink: /about-me/\n---\nMe',
      'assets/a.png': await makePng(),
    });
    const items = await importPath(app.site, folder);
    const got = new Map(items.map((item) => [item.label, item]));
    expect(got.get('_posts/2012-05-08-first-post.md')).toMatchObject({
      slug: 'first-post',
      status: 'published',
      date: '2012-05-08T00:00:00.000Z',
    });
    for (const draft of ['_posts/2012-06-01-next.markdown', '_posts/undated.md', 'about.md'])
      expect([draft, got.get(draft)?.status]).toEqual([draft, 'draft']);
    expect(got.get('_drafts/idea.md')?.status).toBe('draft');
    expect(got.get('_includes/x.md')?.outcome).toBe('skipped');
    const first = await publishedPost(app.site, 'first-post');
    expect(first?.tags).toEqual(['a', 'b', 'lab', 'notes']);
    expect(first?.content).toMatch(
      /^!\[A\]\(\/media\/\w+\/64x48\.png\) \{% include x\.html %\} \[next\]\(\{% post\\_url 2012-06-01-next %\}\)$/,
    );
    expect((await anyPost(app.site, 'next'))?.content).toBe('[f](/blog/first-post)');
    for (const path of ['/x', '/y.html']) {
      expect([path, await redirectTarget(app.site, path)]).toEqual([path, '/blog/first-post']);
    }
    const told = got.get('_posts/2012-05-08-first-post.md')?.notes.map(({ message }) => message);
    expect(told?.join()).toContain('include (line 1), post_url (line 1)');
    const { notes } = await startImport(app.site, folder);
    expect(notes[0]?.message).toMatch(/not read .*_config\.yml/);
  });

  it('of bundles loses no picture that stands beside a text without being shown in it', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'content/a/index.md': '---\ntitle: A\n---\n![A](a.png)',
      'content/a/a.png': await makePng({ width: 20, height: 20 }),
      'content/a/img/other.png': await makePng({ width: 21, height: 20 }),
      'content/a/featured.png': await makePng({ width: 22, height: 20 }),
      'content/a/data.csv': 'a,b',
      'content/b/index.md': '---\ntitle: B\ncover: x.png\n---\nB',
      'content/b/x.png': await makePng({ width: 23, height: 20 }),
    });
    const [a] = await importPath(app.site, folder);
    expect(a?.notes).toEqual([
      {
        kind: 'lost',
        message: 'Files beside it that nothing links to are not imported: data.csv.',
      },
      {
        kind: 'changed',
        message:
          'Pictures beside it that the text does not show were added to the library: other.png.',
      },
    ]);
    expect((await anyPost(app.site, 'a'))?.coverImage).toMatch(/^\/media\/.*22x20/);
    expect((await anyPost(app.site, 'b'))?.coverImage).toMatch(/^\/media\/.*23x20/);
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
    await importPath(app.site, folder);
    expect(await publishedPost(app.site, 'later')).toBeNull();
    expect((await publishedPost(app.site, 'once'))?.date).toBe('2020-01-01T00:00:00.000Z');
  });

  it('of no known kind comes too, its links found by the names of its files', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'notes/one.md':
        '[two](../other/two.md) [two](/other/two/) [site](https://old.example/other/two)',
      'other/two.md': 'Text',
      'README.md': 'About the folder',
    });
    await importPath(app.site, folder, { siteUrl: 'https://old.example' });
    expect((await anyPost(app.site, 'one'))?.content).toBe(
      '[two](/blog/two) [two](/blog/two) [site](/blog/two)',
    );
    expect(await postStats(app.site)).toMatchObject({ total: 2 });
  });

  it('whose pictures are elsewhere has them fetched when that is asked for, and only then', async () => {
    const app = await makeSite();
    const folder = makeFolder({
      'a.md': '![A](https://cdn.example/a.png)\n\n[l](https://cdn.example/b.png)',
    });
    const options = { fetchesPictures: true };
    const [planned] = await importPath(app.site, folder, { ...options, isDryRun: true });
    expect(planned?.notes.map(({ message }) => message)).toEqual([
      'Pictures will be fetched from other servers: cdn.example.',
    ]);
    const [item] = await importPath(app.site, folder, options);
    // The test's site has no network.
    expect(item?.notes.map(({ message }) => message).join()).toContain('no network');
    expect((await anyPost(app.site, 'a'))?.content).toContain('https://cdn.example/a.png');
  });
});

describe('a site of Markdown', () => {
  const imported = async (files: Record<string, string>) => {
    const app = await makeSite();
    const items = await importPath(app.site, makeFolder(files));
    const told = items.map(({ label, outcome, status }) => `${label}: ${outcome} ${status}`);
    return { app, items, told };
  };
  const matter = (...lines: string[]) => ['---', ...lines, '---', 'Text'].join('\n');

  it('publishes nothing that had no page of its own there, and shows no comments', async () => {
    const { app, told } = await imported({
      'hugo.toml': 'baseURL = "https://old.example"',
      'content/posts/bundle/index.md': matter('title: B', 'date: 2020-01-01'),
      'content/posts/bundle/part.md': matter('title: Part', 'date: 2020-01-01'),
      'content/posts/headless.md': matter('title: H', 'date: 2020-01-01', 'headless: true'),
      'content/posts/never.md': matter('title: N', 'date: 2020-01-01', '_build: {render: never}'),
      'content/posts/said.md': `${matter('title: S', 'date: 2020-01-01')}\n\n{% comment %}hidden{% endcomment %}{{% comment %}}hidden{{% /comment %}}\n\n\`{% comment %}shown{% endcomment %}\`\n\n\`{% comment %}\` hides: {% comment %}hidden{% endcomment %}`,
      'content/secret/_index.md': matter('cascade: {draft: true}'),
      'content/secret/b.md': matter('title: B', 'date: 2020-01-01'),
    });
    expect(told).toEqual([
      'content/posts/bundle/index.md: imported published',
      'content/posts/bundle/part.md: imported draft',
      'content/posts/headless.md: imported draft',
      'content/posts/never.md: imported draft',
      'content/posts/said.md: imported published',
      'content/secret/_index.md: skipped ',
      'content/secret/b.md: imported draft',
    ]);
    const content = (await anyPost(app.site, 'said'))?.content;
    expect(content).not.toContain('hidden');
    expect(content).toContain('`{% comment %}shown{% endcomment %}`');
  });

  it('loses no file in silence that is in another markup, and takes no post of what others wrote', async () => {
    const { app, items, told } = await imported({
      '_posts/2020-01-01-a.html': matter('title: A').replace(
        'Text',
        '<p>Text {{ <b> }}</p>\n\n<p>More</p>{% comment %}hidden{% endcomment %}',
      ),
      '_posts/2020-01-02-b.textile': matter('title: B'),
      '_posts/2020-01-03-c.md': matter('title: C').replace('Text', '{:toc}\n\nText'),
      '_posts/2020-01-04-d.html': '<p>no front matter</p>',
      '_posts/2020-01-05-e.mdx': `${matter('title: E')}<X />`,
      '_recipes/cake.md': matter('title: Cake'),
      'vendor/gems/x/_posts/2020-01-01-v.md': matter('title: V'),
    });
    expect(told).toEqual([
      '_posts/2020-01-01-a.html: imported published',
      '_posts/2020-01-02-b.textile: failed ',
      '_posts/2020-01-03-c.md: imported published',
      '_posts/2020-01-04-d.html: skipped ',
      '_posts/2020-01-05-e.mdx: failed ',
      '_recipes/cake.md: skipped ',
      'vendor/gems/x/_posts/2020-01-01-v.md: skipped ',
    ]);
    expect(items[1]?.reason).toContain('.textile');
    expect(items[2]?.notes.map(({ message }) => message).join()).toContain('{:toc} (line 1)');
    const html = (await anyPost(app.site, 'a'))?.contentHtml ?? '';
    expect(html).toContain('<p>More</p>');
    expect(html).toContain('{{ &#x3C;b> }}');
    expect(html).not.toContain('hidden');
  });
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
  const items = await importPath(app.site, folder);
  expect(items.map(({ slug, status, date }) => [slug, status, date])).toEqual([
    ['a', 'published', '2020-03-04T00:00:00.000Z'],
    ['b', 'draft', '2020-03-05T00:00:00.000Z'],
    ['c', 'draft', null],
  ]);
  expect((await anyPost(app.site, 'a'))?.tags).toEqual(['y']);
  expect(items[0]?.notes.map(({ message }) => message)).toEqual([
    'The description in the front matter must be text.',
    'The front matter has more than one tags; the last one is used.',
    'The date “spring” cannot be read, so the date in the file name is used.',
    'Front matter that is not supported here: description.a.',
  ]);
});

it('a file that the library does not take stays on the former site', async () => {
  const app = await makeSite();
  const folder = makeFolder({
    'blog/one/index.md':
      '---\ntitle: One\nurl: /blog/one/\n---\n[Film](film.mp4) [root](/sound.mp3)',
    'blog/one/film.mp4': 'film',
    'static/sound.mp3': 'sound',
  });
  await importPath(app.site, folder, { siteUrl: 'https://old.example' });
  expect((await publishedPost(app.site, 'one'))?.content).toBe(
    '[Film](https://old.example/blog/one/film.mp4) [root](https://old.example/sound.mp3)',
  );
});

it('paths that _redirects of a site led to a post lead there on', async () => {
  const app = await makeSite();
  const folder = makeFolder({
    'posts/a.md': '---\ntitle: A\nurl: /posts/a/\n---\nText',
    'static/_redirects': '# comment\n/was   /posts/a/   301!\n/x/* /posts/:splat\n',
  });
  await importPath(app.site, folder);
  expect(await redirectTarget(app.site, '/was/')).toBe('/blog/a');
});
