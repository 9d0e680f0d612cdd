import { describe, expect, it } from 'vitest';
import { importFiles } from '../../../test/import-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { publishedPost } from '../../posts/public-posts.ts';
import { anyPost, postStats } from '../../posts/reading.ts';
import { redirectTarget } from '../redirects.ts';

const matter = (...lines: string[]) => ['---', ...lines, '---', 'Text'].join('\n');

describe('a blog', () => {
  it('of Hugo comes with its front matter in TOML, bundles, pictures, drafts and former paths', async () => {
    const png = await makePng();
    const { site, items, outcomes, notes } = await importFiles({
      'archetypes/default.md': '---\ntitle: "{{ .Name }}"\n---\nText',
      'content/_index.md': '+++\ntitle = "Home"\n+++\n',
      'content/about.md': '+++\ntitle = "About"\n+++\nMe',
      'content/posts/2012-05-08-first.md':
        '+++\ntitle = "The First: 1.10"\naliases = ["/old/first.html"]\n[taxonomies]\ntags = ["a"]\n+++\n[second](/posts/second/#part) ![B](/img/b.png)',
      'content/posts/second/index.md':
        '---\ntitle: Second\ndate: 2012-06-01T10:00:00+10:00\nurl: /special/\n---\n![A](a.png)\n\n{{< figure src="a.png" >}} {{% note %}}\n\n```\n{{< x >}}\n```\n',
      'content/posts/second/index.de.md': '---\ntitle: Zweiter\n---\nText',
      'content/posts/second/a.png': png,
      'content/posts/second/featured.png': png,
      'content/posts/third.md': '---\nTitle: Third\nDraft: true\n---\nText',
      'content/posts/later.md': matter('title: L', 'date: 2020-01-01', 'publishDate: 2031-01-01'),
      'content/posts/next.md': matter('title: N', 'date: 2020-01-01', 'pubDate: 2031-01-01'),
      'content/posts/once.md': matter('title: O', 'date: 2020-01-01', 'publishDate: 2020-02-01'),
      'static/img/b.png': png,
      'themes/x/README.md': '# Theme',
    });
    expect(outcomes).toEqual([
      'archetypes/default.md: skipped ',
      'content/_index.md: skipped ',
      'content/about.md: imported draft',
      'content/posts/2012-05-08-first.md: imported published',
      'content/posts/later.md: imported published',
      'content/posts/next.md: imported published',
      'content/posts/once.md: imported published',
      'content/posts/second/index.de.md: imported published',
      'content/posts/second/index.md: imported published',
      'content/posts/third.md: imported draft',
      'themes/x/README.md: skipped ',
    ]);
    const slugs = items.flatMap(({ slug }) => slug || []);
    expect(slugs.join(' ')).toBe('about first later next once second-de second third');
    const second = await publishedPost(site, 'second');
    const [url = ''] = /\/media\/[^)]+/.exec(second?.content ?? '') ?? [];
    expect(await publishedPost(site, 'first')).toMatchObject({
      title: 'The First: 1.10',
      date: '2012-05-08T00:00:00.000Z',
      tags: ['a'],
      content: `[second](/blog/second#section-part) ![B](${url})`,
    });
    expect(second).toMatchObject({
      date: '2012-06-01T00:00:00.000Z',
      coverImage: url,
      content: `![A](${url})\n\n{{\\< figure src="a.png" >}} {{% note %}}\n\n\`\`\`\n{{< x >}}\n\`\`\`\n`,
    });
    expect(second?.contentHtml).toContain('{{&#x3C; figure src="a.png" >}} {{% note %}}');
    expect(notes.join()).toContain('figure (line 3), note (line 3)');
    // Hugo shows no post before its `publishDate`, whatever its date.
    for (const slug of ['later', 'next']) expect(await publishedPost(site, slug)).toBeNull();
    expect((await publishedPost(site, 'once'))?.date).toBe('2020-01-01T00:00:00.000Z');
    expect(await redirectTarget(site, '/old/first.html')).toBe('/blog/first');
    expect(await redirectTarget(site, '/special')).toBe('/blog/second');
  });

  it('of Zola and Astro keeps what is in a section that is a draft, or begins with an underscore', async () => {
    const section = { 's/_index.md': '+++\ndraft = true\n+++\n', 's/a.md': '# A' };
    const { outcomes } = await importFiles({ ...section, '_b.md': '# B' });
    expect(outcomes.filter((line) => line.endsWith('draft'))).toHaveLength(2);
  });

  it('of Jekyll comes with dates from names, categories, drafts and redirects', async () => {
    const { site, notes, outcomes } = await importFiles({
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
    expect(outcomes).toEqual([
      '_drafts/idea.md: imported draft',
      '_includes/x.md: skipped ',
      '_posts/2012-05-08-first-post.md: imported published',
      '_posts/2012-06-01-next.markdown: imported draft',
      '_posts/undated.md: imported draft',
      'about.md: imported draft',
    ]);
    const first = await publishedPost(site, 'first-post');
    expect(first?.date).toBe('2012-05-08T00:00:00.000Z');
    expect(first?.tags).toEqual(['a', 'b', 'lab', 'notes']);
    expect(first?.content).toMatch(
      /^!\[A\]\(\/media\/\w+\/64x48\.png\) \{% include x\.html %\} \[next\]\(\{% post\\_url 2012-06-01-next %\}\)$/,
    );
    expect((await anyPost(site, 'next'))?.content).toBe('[f](/blog/first-post)');
    for (const path of ['/x', '/y.html']) {
      expect([path, await redirectTarget(site, path)]).toEqual([path, '/blog/first-post']);
    }
    expect(notes.join()).toContain('include (line 1), post_url (line 1)');
  });

  it('of no known kind comes too, its links found by the names of its files', async () => {
    const { site, notes } = await importFiles(
      {
        'notes/one.md':
          '[two](../other/two.md) [two](/other/two/) [site](https://old.example/other/two)',
        'other/two.md': '![A](https://cdn.example/a.png)\n\n[l](https://cdn.example/b.png)',
        'README.md': 'About the folder',
        'film/index.md': '---\ntitle: Film\nurl: /blog/film/\n---\n[F](film.mp4) [S](/sound.mp3)',
        'film/film.mp4': 'film',
        'static/sound.mp3': 'sound',
        'static/_redirects': '# comment\n/was   /blog/film/   301!\n/x/* /posts/:splat\n',
        'static/other.json': Uint8Array.of(0xff),
      },
      { siteUrl: 'https://old.example' },
    );
    expect((await anyPost(site, 'one'))?.content).toBe(
      '[two](/blog/two) [two](/blog/two) [site](/blog/two)',
    );
    expect(await postStats(site)).toMatchObject({ total: 3 });
    // What the library does not take stays on the former site.
    expect((await publishedPost(site, 'film'))?.content).toBe(
      '[F](https://old.example/blog/film/film.mp4) [S](https://old.example/sound.mp3)',
    );
    expect(await redirectTarget(site, '/was/')).toBe('/blog/film');
    expect(notes.join()).toContain('Pictures stay on other servers: cdn.example.');
  });

  it('has pictures that are elsewhere fetched when that is asked for, and only then', async () => {
    const files = { 'a.md': '![A](https://cdn.example/a.png)\n\n[l](https://cdn.example/b.png)' };
    const planned = await importFiles(files, { fetchesPictures: true, isDryRun: true });
    expect(planned.notes).toEqual(['Pictures will be fetched from other servers: cdn.example.']);
    const { site, notes } = await importFiles(files, { fetchesPictures: true });
    // The test's site has no network.
    expect(notes.join()).toContain('no network');
    expect((await anyPost(site, 'a'))?.content).toContain('https://cdn.example/a.png');
  });
});

describe('a site of Markdown', () => {
  it('publishes nothing that had no page of its own there, and shows no comments', async () => {
    const comments =
      '{% comment %}hidden{% endcomment %}{{% comment %}}hidden{{% /comment %}}\n\n`{% comment %}shown{% endcomment %}`\n\n`{% comment %}` hides: {% comment %}hidden{% endcomment %}';
    const { site, outcomes } = await importFiles({
      'hugo.toml': 'baseURL = "https://old.example"',
      'content/posts/bundle/index.md': matter('title: B', 'date: 2020-01-01'),
      'content/posts/bundle/part.md': matter('title: Part', 'date: 2020-01-01'),
      'content/posts/said.md': `${matter('title: S', 'date: 2020-01-01')}\n\n${comments}`,
      'content/secret/_index.md': matter('cascade: {draft: true}'),
      'content/secret/b.md': matter('title: B', 'date: 2020-01-01'),
    });
    expect(outcomes).toEqual([
      'content/posts/bundle/index.md: imported published',
      'content/posts/bundle/part.md: imported draft',
      'content/posts/said.md: imported published',
      'content/secret/_index.md: skipped ',
      'content/secret/b.md: imported draft',
    ]);
    const content = (await anyPost(site, 'said'))?.content;
    expect(content).not.toContain('hidden');
    expect(content).toContain('`{% comment %}shown{% endcomment %}`');
  });

  it('loses no file in silence that is in another markup, and takes no post of what others wrote', async () => {
    const { site, items, notes, outcomes } = await importFiles({
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
    expect(outcomes).toEqual([
      '_posts/2020-01-01-a.html: imported published',
      '_posts/2020-01-02-b.textile: failed ',
      '_posts/2020-01-03-c.md: imported published',
      '_posts/2020-01-04-d.html: skipped ',
      '_posts/2020-01-05-e.mdx: failed ',
      '_recipes/cake.md: skipped ',
      'vendor/gems/x/_posts/2020-01-01-v.md: skipped ',
    ]);
    expect(items[1]?.reason).toContain('.textile');
    expect(notes.join()).toContain('{:toc} (line 1)');
    const html = (await anyPost(site, 'a'))?.contentHtml ?? '';
    expect(html).toContain('<p>More</p>');
    expect(html).toContain('{{ &#x3C;b> }}');
    expect(html).not.toContain('hidden');
  });

  it('loses a field that cannot be read, not the post', async () => {
    const { site, items, notes } = await importFiles({
      '_posts/2020-03-04-a.md':
        '---\ntitle: A\ndate: spring\ntags: [x]\ntags: [y]\ndescription: {a: b}\n---\nText',
      '_posts/2020-03-05-b.md': '---\ntitle: B\npublished: true\npublished: false\n---\nText',
      'about/c.md': '---\ntitle: C\ndate: spring\n---\nText',
    });
    expect(items.map(({ slug, status, date }) => [slug, status, date])).toEqual([
      ['a', 'published', '2020-03-04T00:00:00.000Z'],
      ['b', 'draft', '2020-03-05T00:00:00.000Z'],
      ['c', 'draft', null],
    ]);
    expect((await anyPost(site, 'a'))?.tags).toEqual(['y']);
    expect(notes.slice(0, 3)).toEqual([
      'The description in the front matter must be text.',
      'The front matter has more than one tags; the last one is used.',
      'The date “spring” cannot be read, so the date in the file name is used.',
    ]);
  });
});
