import { expect, type Page } from '@playwright/test';
import { type Api, freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { attributeOf, serverPage } from './server-page.ts';

const article = (key: string, family: string, year: number, title: string) => ({
  key,
  title,
  url: `https://doi.org/10.1000/${key}`,
  csl: {
    type: 'article-journal',
    author: [
      { family, given: 'Anna Maria' },
      { family: 'Doe', given: 'J.' },
      { family: 'Roe', given: 'R.' },
    ],
    issued: { 'date-parts': [[year]] },
    'container-title': 'Journal of Medicinal Chemistry',
    volume: '63',
    page: '1-20',
    DOI: `10.1000/${key}`,
  },
});

const REFERENCES = [
  { title: 'Further reading', url: 'https://example.org/further', description: 'Not cited.' },
  article('smith2020', 'Smith', 2020, 'Residence time of covalent and reversible inhibitors'),
  article('berg2019', 'van den Berg', 2019, 'What an IC50 does not say'),
];

const CONTENT = `Potency is not affinity [@berg2019, p. 3; @smith2020]. As @smith2020 show, it depends on the assay.

${'A paragraph that fills the page. '.repeat(120)}

Again [@berg2019].`;

/** Opens a post that cites, as a reader does. */
async function openCiting(page: Page, api: Api, fields: object = {}) {
  const { slug } = await api.writePost({ content: CONTENT, references: REFERENCES, ...fields });
  await page.goto(`/blog/${slug}`);
  return { slug, article: page.getByRole('article') };
}

test('citations: lead to their reference and back, fit a phone, print without popovers, open without scripts, and are told to machines', async ({
  page,
  browser,
  request,
  api,
}) => {
  await test.step('a citation leads to its reference and back, and shows it where the reader is', async () => {
    const { article } = await openCiting(page, api);
    await expect(article).toContainText('Potency is not affinity [1, p. 3; 2].');
    await expect(article).toContainText('As Smith et al. [2] show');
    const entries = page.getByRole('region', { name: 'References' }).getByRole('listitem');
    await expect(entries).toHaveText([
      /^van den Berg AM, Doe J, Roe R\. What an IC50 does not say\. Journal of Medicinal Chemistry\. 2019;63:1–20\. doi: 10\.1000\/berg2019/,
      /^Smith AM/,
      /^Further reading/,
    ]);
    await article.getByRole('link', { name: '1', exact: true }).first().click();
    await expect(page).toHaveURL(/#ref-berg2019$/);
    await expect(entries.first()).toBeInViewport();
    await page.getByRole('link', { name: 'Back to citation 1 of reference 1' }).click();
    await expect(article.getByRole('link', { name: '1', exact: true }).first()).toBeInViewport();

    const button = page.getByRole('button', { name: 'Show references 1, 2' });
    await button.focus();
    await page.keyboard.press('Enter');
    const popover = page.locator('.citation-popover:popover-open');
    await expect(popover).toBeVisible();
    await expect(popover).toContainText('What an IC50 does not say');
    await expect(popover).toContainText('Residence time');
    // The popover follows its button.
    await page.keyboard.press('Tab');
    await expect(popover.getByRole('link', { name: 'Reference 1 in the list' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(popover).toBeHidden();
    await expect(button).toBeFocused();
  });
  await test.step('a post that cites is within reach of everybody, on a phone and in the dark, and prints without popovers', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { article } = await openCiting(page, api, { citationStyle: 'author-date' });
    await expect(article).toContainText('(van den Berg et al. 2019, p. 3; Smith et al. 2020)');
    await page.getByRole('button', { name: 'Show references 1, 2' }).click();
    const popover = page.locator('.citation-popover:popover-open');
    const box = await popover.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await page.emulateMedia({ media: 'print' });
    await expect(popover).toBeHidden();
    await expect(page.getByRole('button', { name: 'Show references 1, 2' })).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ colorScheme: null, media: null, reducedMotion: null });
  });
  await test.step('machines learn who wrote a post, when, and how to cite it', async () => {
    const slug = freshSlug('research');
    await api.writePost({
      slug,
      title: 'Research & "more"',
      author: 'Anna van den Berg and John Smith',
      publishDate: '2026-01-02T20:00:00Z',
      isResearch: true,
    });
    const answer = await request.get(`/blog/${slug}`);
    const origin = new URL(answer.url()).origin;
    const { link } = answer.headers();
    const url = `${origin}/blog/${slug}`;
    expect(link).toContain(`<${url}>; rel="cite-as"`);
    expect(link).toContain(`<${url}/cite.bib>; rel="describedby"; type="application/x-bibtex"`);
    expect(link).toContain('<https://schema.org/ScholarlyArticle>; rel="type"');
    expect(link).not.toMatch(/license|rel="author"/);
    const { elements } = await serverPage(request, `/blog/${slug}`);
    const metaOf = (name: string) =>
      elements('meta')
        .filter((meta) => attributeOf(meta, 'name') === name)
        .map((meta) => attributeOf(meta, 'content'));
    expect(metaOf('citation_title')).toEqual(['Research & "more"']);
    expect(metaOf('citation_author')).toEqual(['Anna van den Berg', 'John Smith']);
    expect(metaOf('citation_publication_date')).toEqual(['2026/01/03']);
    expect(metaOf('citation_fulltext_html_url')).toEqual([url]);
    const draft = await api.writePost({ status: 'draft' });
    const headers = { Authorization: `Bearer ${api.token}` };
    const hidden = await request.get(`/blog/${draft.slug}`, { headers });
    expect([hidden.status(), hidden.headers().link]).toEqual([200, undefined]);
  });
  await test.step('without scripts, references open beside their citations, and the citation can be copied', async () => {
    const reader = await browser.newPage({ javaScriptEnabled: false });
    const { slug } = await openCiting(reader, api);
    await reader.getByRole('button', { name: 'Show reference 2' }).click();
    await expect(reader.locator('.citation-popover:popover-open')).toContainText('Residence time');
    await reader.keyboard.press('Escape');
    await reader.getByText('Cite this post').click();
    await expect(reader.getByRole('article').locator('details p')).toHaveText(
      new RegExp(`^Ligara AI\\. Post ${slug}\\. Ligara Blog\\. \\d{4} .* http.*/blog/${slug}$`),
    );
    await reader.close();
  });
});
