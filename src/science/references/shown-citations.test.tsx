import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { aPost } from '../../../test/a-post.ts';
import { makeApp } from '../../../test/make-app.ts';
import { createPost } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { previewIssue } from '../../newsletter/issue-mail.ts';

import { citationMeta, signposts } from '../../posts/pages/metadata.ts';
import { References } from '../../posts/pages/references.tsx';
import { postInputSchema } from '../../posts/post-input.ts';
import { publishedPost } from '../../posts/public-posts.ts';

const DRAFT = {
  title: 'Cited',
  slug: 'cited',
  content: 'As shown [@doe2019, p. 3; @smith2020]. @doe2019 agrees.',
  references: [
    { title: 'Further reading', url: 'https://a.test/further', description: 'A note' },
    {
      title: 'On <b>binding</b>',
      url: 'https://doi.org/10.1000/1',
      key: 'smith2020',
      csl: {
        type: 'article-journal',
        author: [{ family: 'Smith', given: 'Ann' }],
        issued: 2020,
        'container-title': 'J Chem',
        volume: '12',
        page: '3-9',
        DOI: '10.1000/1',
      },
    },
    { title: 'Doe’s book', url: 'https://a.test/doe', key: 'doe2019', type: 'book' },
  ],
};

async function publish(fields: object = {}) {
  const app = await makeApp();
  unwrap(await createPost(app.site, postInputSchema.parse({ ...DRAFT, ...fields })));
  const post = await publishedPost(app.site, 'cited');
  if (post === null) throw new Error('The post was not published');
  return { ...app, post };
}

/** Texts in their order, without markup. */
const inOrder = (html: string, ...texts: string[]) => {
  const text = html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
  expect(texts.map((each) => text.indexOf(each))).not.toContain(-1);
  expect(texts.toSorted((a, b) => text.indexOf(a) - text.indexOf(b))).toEqual(texts);
};

it('a post without keys lists its references as before', async () => {
  const references = DRAFT.references.map(({ title, url }) => ({ title, url }));
  const { post } = await publish({ content: 'Text', references });
  const html = renderToStaticMarkup(createElement(References, { post }));
  inOrder(html, 'Further reading', 'On &lt;b&gt;', 'Doe’s book');
  expect(html).not.toMatch(/popover|id="ref-|#cite/);
});

it('feeds and mails have the numbers, and the list in the same order, without buttons', async () => {
  const { post, site, get } = await publish();
  expect(post.contentHtml).toContain('<button');
  const mail = unwrap(await previewIssue(site, 'cited', { owner: '' }));
  const feed = JSON.parse(await (await get('/feed.json')).text()).items[0].content_html;
  for (const html of [feed, mail.html]) {
    expect(html).not.toContain('<button');
    inOrder(
      html,
      'As shown [1, p. 3; 2]. [1] agrees.',
      'Doe’s book',
      'Smith A. On',
      'Further reading',
    );
  }
  expect(feed).toContain('href="https://site.test/blog/cited#ref-doe2019"');
  expect(mail.html).not.toContain('#ref-');
  expect(mail.text).toContain('As shown [1, p. 3; 2]. [1] agrees.');
});

it('a newsletter issue is as it was sent, with authors and years', async () => {
  const { site } = await publish({ citationStyle: 'author-date' });
  const mail = unwrap(await previewIssue(site, 'cited', { owner: '' }));
  expect(mail.text).toContain('As shown (“Doe’s book” n.d., p. 3; Smith 2020).');
  expect(mail.text).toContain('Smith, Ann. 2020. “On <b>binding</b> <https://doi.org/10.1000/1>.”');
});

it('machines learn who wrote a post, when, and how to cite it', () => {
  const post = aPost({
    title: 'Research & "more"',
    author: 'Anna van den Berg and John Smith',
    date: '2026-01-02T20:00:00Z',
    isResearch: true,
  });
  const url = 'https://site.test/blog/a-post';
  expect(signposts(post, 'https://site.test').split(', ')).toEqual([
    `<${url}>; rel="cite-as"`,
    `<${url}/cite.bib>; rel="describedby"; type="application/x-bibtex"`,
    `<${url}/cite.ris>; rel="describedby"; type="application/x-research-info-systems"`,
    `<${url}/cite.json>; rel="describedby"; type="application/vnd.citationstyles.csl+json"`,
    '<https://schema.org/ScholarlyArticle>; rel="type"',
  ]);
  expect(citationMeta(post, url).slice(0, 4)).toEqual([
    { name: 'citation_title', content: 'Research & "more"' },
    { name: 'citation_author', content: 'Anna van den Berg' },
    { name: 'citation_author', content: 'John Smith' },
    { name: 'citation_publication_date', content: '2026/01/03' },
  ]);
  expect(citationMeta(post, url)).toContainEqual({
    name: 'citation_fulltext_html_url',
    content: url,
  });
});
