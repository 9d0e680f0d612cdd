import { expect, type Page } from '@playwright/test';
import { test } from './page-test.ts';
import { elementsOf, serverPage, textIn } from './server-page.ts';

const CSV = 'Compound,"IC50, nM"\r\n1b,> 340\r\n"1 ""a""",12\r\n1c,"1,200"\r\n1d,\r\n';
const CONTENT = `::: {.key-points}
- Potent
:::

# Introduction

![A plate after 24 h](/images/covers/how-to-read-an-ic50.svg){#fig-plate fig-alt="Contour lines"}

# Methods

::: {.details summary="Conditions"}
All of them were equal.
:::

# Results

\`\`\`csv {#tbl-ic50 name="Potency"}\r\n${CSV}\`\`\`

\`\`\`csv {#tbl-energy name="Energy"}
Pose,ΔG (kcal/mol)
a,−5.1
b,3
c,−10.2
\`\`\`

# Discussion

\`\`\`
x
\`\`\`

See the [entry](https://www.rcsb.org/structure/4ZAU).
`;

const rowsOf = (page: Page, name = 'Potency') =>
  page.getByRole('table', { name }).locator('tbody th').allTextContents();

test('science: a table is sorted and downloaded, contents follow, and the print is whole', async ({
  page,
  baseURL,
  api,
}) => {
  const post = await api.writePost({ content: CONTENT });
  await page.goto(`/blog/${post.slug}`);
  await test.step('a table of data is sorted by numbers and text, and says how', async () => {
    const number = page.getByRole('columnheader', { name: 'IC50, nM' });
    expect(await rowsOf(page)).toEqual(['1b', '1 "a"', '1c', '1d']);
    await number.getByRole('button').click();
    await expect(number).toHaveAttribute('aria-sort', 'ascending');
    expect(await rowsOf(page)).toEqual(['1 "a"', '1b', '1c', '1d']);
    await number.getByRole('button').press('Enter');
    await expect(number).toHaveAttribute('aria-sort', 'descending');
    expect(await rowsOf(page)).toEqual(['1c', '1b', '1 "a"', '1d']);
    const compound = page.getByRole('columnheader', { name: 'Compound' });
    await compound.getByRole('button').click();
    await expect(compound).toHaveAttribute('aria-sort', 'ascending');
    await expect(number).not.toHaveAttribute('aria-sort');
    expect(await rowsOf(page)).toEqual(['1 "a"', '1b', '1c', '1d']);
    // The sign of a negative number is a minus, not a hyphen.
    await page.getByRole('columnheader', { name: 'ΔG' }).getByRole('button').click();
    expect(await rowsOf(page, 'Energy')).toEqual(['c', 'a', 'b']);
  });
  await test.step('its data is downloaded byte for byte under the name of its label', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as CSV' }).first().click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('tbl-ic50.csv');
    const chunks = await (await download.createReadStream()).toArray();
    expect(Buffer.concat(chunks).toString()).toBe(CSV);
  });
  await test.step('the contents of a post are beside it on a desktop, and folded above it on a phone', async () => {
    const contents = page.getByRole('navigation', { name: 'In this post' });
    const sections = ['Introduction', 'Methods', 'Results', 'Discussion'];
    const left = async () => (await contents.boundingBox())?.x ?? 0;
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(contents.getByRole('link')).toHaveText(sections);
    expect(await left()).toBeLessThan(300);
    await contents.getByRole('link', { name: 'Results' }).click();
    await expect(page.getByRole('heading', { name: 'Results' })).toBeInViewport();
    await expect(contents).toBeInViewport();
    await page.setViewportSize({ width: 390, height: 900 });
    await expect(contents.getByRole('link')).toHaveCount(0);
    await contents.locator('summary').click();
    await expect(contents.getByRole('link')).toHaveText(sections);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step('a table of data is complete without scripts, and has no buttons', async () => {
    const { elements } = await serverPage(page.request, `/blog/${post.slug}`);
    const [rows] = elements('tbody');
    expect(rows && elementsOf(rows, 'th').map(textIn)).toEqual(['1b', '1 "a"', '1c', '1d']);
    expect(elements('th').flatMap((head) => elementsOf(head, 'button'))).toEqual([]);
    expect(elements('a').map(textIn)).toContain('Download as CSV');
  });
  await test.step('a printed post is complete: what is folded is open, links have their URLs, and nothing else is there', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByText('All of them were equal.')).toBeVisible();
    const address = page.getByText(`${baseURL}/blog/${post.slug}`, { exact: true });
    await expect(address.filter({ visible: true })).toHaveCount(1);
    const url = await page
      .getByRole('link', { name: 'entry' })
      .evaluate((link) => getComputedStyle(link, '::after').content);
    expect(url).toContain('https://www.rcsb.org/structure/4ZAU');
    for (const name of ['navigation', 'contentinfo', 'form'] as const) {
      await expect(page.getByRole(name)).toHaveCount(0);
    }
    await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Download as CSV' }).first()).toBeHidden();
    const colors = await page.locator('body').evaluate((body) => {
      const { color, backgroundColor } = getComputedStyle(body);
      return [color, backgroundColor];
    });
    expect(colors).toEqual(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)']);
    expect((await page.pdf({ format: 'A4' })).byteLength).toBeGreaterThan(10_000);
  });
});
