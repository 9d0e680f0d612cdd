import { expect, type Page } from '@playwright/test';
import type { Api } from './api.ts';
import { test } from './page-test.ts';

const article = (key: string, family: string, year: number, title: string) => ({
  key,
  title,
  url: `https://doi.org/10.1000/${key}`,
  csl: {
    type: 'article-journal',
    author: [{ family, given: 'Anna Maria' }, 'Doe', 'Roe'],
    issued: year,
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
    await expect(article).toContainText(
      'Potency is not affinity [1, p. 3; 2]. As Smith et al. [2] show',
    );
    const entries = page.getByRole('region', { name: 'References' }).getByRole('listitem');
    await expect(entries).toHaveText([
      /^van den Berg AM; Doe; Roe\. What an IC50 does not say\. Journal of Medicinal Chemistry\. 2019;63:1–20\. doi: 10\.1000\/berg2019/,
      /^Smith AM/,
      /^Further reading/,
    ]);
    await article.getByRole('link', { name: '1', exact: true }).first().click();
    await expect(page).toHaveURL(/#ref-berg2019$/);
    await expect(entries.first()).toBeInViewport();
    await page.getByRole('link', { name: 'Back to citation 1 of reference 1' }).click();
    await expect(article.getByRole('link', { name: '1', exact: true }).first()).toBeInViewport();

    const button = page.getByRole('button', { name: 'Show references 1, 2' });
    await button.press('Enter');
    const popover = page.locator('.citation-popover:popover-open');
    await expect(popover).toContainText(/What an IC50 does not say.*Residence time/s);
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
    await expect(popover).toBeInViewport({ ratio: 1 });
    await page.emulateMedia({ media: 'print' });
    await expect(popover).toBeHidden();
    await expect(page.getByRole('button', { name: 'Show references 1, 2' })).toBeHidden();
  });
  await test.step('machines learn how to cite a public post', async () => {
    const { slug } = await api.writePost({});
    const answer = await request.get(`/blog/${slug}`);
    expect(answer.headers().link).toContain(`/blog/${slug}>; rel="cite-as"`);
    expect(await answer.text()).toContain('<meta name="citation_title"');
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
