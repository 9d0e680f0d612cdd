import { expect } from '@playwright/test';
import { type Api, freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { serverPage, textIn } from './server-page.ts';

const BODY = `Two forms of one medicine.

\`\`\`smiles
CC(C)Cc1ccc(cc1)[C@H](C)C(=O)O Dexibuprofen
\`\`\`

\`\`\`smiles
CC(C)Cc1ccc(cc1)C(C)C(=O)O Ibuprofen
\`\`\`
`;
const IBUPROFEN = '/molecules/hefnnwsxxwatrw-uhfffaoysa-n';

async function publish(api: Api): Promise<string> {
  const slug = freshSlug('ibuprofen');
  await api.writePost({ slug, title: `Painkillers ${slug}`, content: BODY, status: 'published' });
  return slug;
}

test.describe('a reader without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('molecules without scripts: found by a part, read, downloaded, and refused in words', async ({
    page,
    api,
  }) => {
    await test.step('finds molecules by a part of their structure, sees it in them, and reads who shows one', async () => {
      const slug = await publish(api);
      await page.goto('/molecules');
      await page.getByRole('textbox', { name: 'SMILES or name' }).fill('CC(C)Cc1ccc(CC(=O)O)cc1');
      await page.getByRole('combobox', { name: 'Find' }).selectOption('molecules that contain it');
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page.getByRole('img', { name: 'Structure of the query' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
        '2 molecules contain your structure',
      );
      const found = page
        .getByRole('article')
        .filter({ has: page.getByRole('link', { name: 'Ibuprofen', exact: true }) });
      await expect(found.locator('.match')).toBeVisible();
      await found.getByRole('link').click();

      await expect(page).toHaveURL(/\/molecules\/[a-z-]+$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ibuprofen');
      const main = page.getByRole('main');
      await expect(main.getByRole('img')).toHaveAccessibleName('Structure of Ibuprofen, C13H18O2');
      await expect(main).toContainText(/Molecular weight, g\/mol206\.28.*Computed by RDKit/s);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Molfile .mol' }).click();
      expect((await download).suggestedFilename()).toMatch(/^[A-Z-]+\.mol$/);
      await page.getByRole('link', { name: `Painkillers ${slug}` }).click();
      await expect(page).toHaveURL(`/blog/${slug}`);
    });
    await test.step('reads why a query is not a structure, and what is not found', async () => {
      const answer = await page.goto('/molecules?q=c1cccc&mode=exact');
      expect(answer?.status()).toBe(422);
      const field = page.getByRole('textbox', { name: 'SMILES or name' });
      await expect(field).toHaveValue('c1cccc');
      await expect(field).toHaveAccessibleDescription(/ring/);
      await expect(field).toBeFocused();
      await page.goto('/molecules?q=c1ccccc1');
      await expect(page.getByRole('heading', { name: 'No molecules found' })).toBeVisible();
      await page.getByRole('link', { name: 'Find molecules that contain it' }).click();
      await expect(page.getByRole('article').first().locator('.match')).toBeVisible();
      const missing = await page.goto('/molecules/aaaaaaaaaaaaaa-aaaaaaaaaa-a');
      expect(missing?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Molecule Not Found');
    });
  });
});

test('molecules: structured data, canonical, noindex, and the pages that draw them', async ({
  request,
  api,
}) => {
  await test.step('search engines read what a molecule is, and index no search', async () => {
    await publish(api);
    const typed = IBUPROFEN.toUpperCase().replace('MOLECULES', 'molecules');
    const { attribute, structuredData } = await serverPage(request, typed);
    expect(attribute('href', 'link', { rel: 'canonical' })).toMatch(new RegExp(`${IBUPROFEN}$`));
    expect(structuredData()['@graph']).toContainEqual(
      expect.objectContaining({ '@type': 'MolecularEntity', name: 'Ibuprofen' }),
    );
    const picture = attribute('content', 'meta', { property: 'og:image' }) ?? '';
    expect((await request.get(picture)).headers()['content-type']).toBe('image/png');
    const results = await serverPage(request, '/molecules?q=CCO');
    expect(results.attribute('content', 'meta', { name: 'robots' })).toContain('noindex');
  });
  await test.step('what the site’s own pages draw is listed, and leads back to them', async () => {
    for (const path of ['/', '/platform', '/pipeline', '/glossary']) {
      const html = await (await request.get(path)).text();
      const drawn = new Set(html.match(/(?<=structures[^"#]*\.svg#)[a-z]+/g));
      expect(drawn.size, path).toBeGreaterThan(0);
      for (const id of drawn) {
        const answer = await (await request.get(`/api/molecules/search?q=${id}`)).json();
        const pages: { path: string }[] = answer.molecules[0].pages;
        expect(pages, id).toContainEqual(expect.objectContaining({ path }));
      }
    }
    const [first] = (await serverPage(request, '/molecules?q=lapatinib')).elements('article');
    expect(textIn(first)).toContain('Platform, Pipeline');
  });
});
