import { expect } from '@playwright/test';
import { type Api, freshSlug } from './api.ts';
import { test } from './page-test.ts';

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
  await api.writePost({
    slug,
    title: `Painkillers ${slug}`,
    content: BODY,
    status: 'published',
  });
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
      const drawing = page.getByRole('img', { name: 'Structure of Ibuprofen, C13H18O2' });
      await expect(drawing).toBeVisible();
      await expect(page.getByRole('main')).toContainText('Molecular weight, g/mol206.28');
      await expect(page.getByRole('main')).toContainText('Computed by RDKit');
      await expect(page.getByRole('link', { name: 'Dexibuprofen' })).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Molfile .mol' }).click();
      expect((await download).suggestedFilename()).toMatch(/^[A-Z-]+\.mol$/);
      await page.getByRole('link', { name: `Painkillers ${slug}` }).click();
      await expect(page).toHaveURL(`/blog/${slug}`);
      await page.getByText('Computed properties').last().click();
      await page.getByRole('link', { name: 'More on Ibuprofen' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ibuprofen');
    });
    await test.step('reads why a query is not a structure, and what is not found', async () => {
      const answer = await page.goto('/molecules?q=c1cccc&mode=exact');
      expect(answer?.status()).toBe(422);
      const field = page.getByRole('textbox', { name: 'SMILES or name' });
      await expect(field).toHaveValue('c1cccc');
      await expect(field).toHaveAccessibleDescription(/ring/);
      await expect(field).toBeFocused();
      await page.goto('/molecules?q=paracetamol');
      await expect(field).toHaveAccessibleDescription(/No molecule here is called “paracetamol”/);
      await expect(
        page.getByRole('heading', { name: 'No molecule here has that name' }),
      ).toBeVisible();
      await page.goto('/molecules?q=C%3A%3E%22%3Cimg%20src%3Dx%3E');
      await expect(page.locator('main img[src=x]')).toHaveCount(0);
      await page.goto('/molecules?q=CCCCCCCCCCCCI');
      await expect(page.getByRole('heading', { name: 'No molecules found' })).toBeVisible();
      await page.goto('/molecules?q=c1ccccc1');
      await page.getByRole('link', { name: /^\d+ molecules contain your structure$/ }).click();
      await expect(page.getByRole('article').first().locator('.match')).toBeVisible();
      const missing = await page.goto('/molecules/aaaaaaaaaaaaaa-aaaaaaaaaa-a');
      expect(missing?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Molecule Not Found');
    });
  });
});

test('molecules: structured data, canonical, noindex, and the pages that draw them', async ({
  page,
  request,
  api,
}) => {
  await test.step('search engines read what a molecule is, and index no search', async () => {
    await publish(api);
    await page.goto(IBUPROFEN.toUpperCase().replace('MOLECULES', 'molecules'));
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`${IBUPROFEN}$`),
    );
    const graph = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
    );
    const nodes = graph['@graph'] as Record<string, unknown>[];
    expect(nodes.find((node) => node['@type'] === 'MolecularEntity')).toMatchObject({
      name: 'Ibuprofen',
      inChIKey: 'HEFNNWSXXWATRW-UHFFFAOYSA-N',
      molecularFormula: 'C13H18O2',
    });
    const crumbs = nodes.find((node) => node['@type'] === 'BreadcrumbList');
    expect(crumbs?.itemListElement).toMatchObject([
      { name: 'Home' },
      { name: 'Molecules' },
      { name: 'Ibuprofen' },
    ]);
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect((await request.get(picture ?? '')).headers()['content-type']).toBe('image/png');
    await page.goto('/molecules?q=CCO');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  });
  await test.step('what the site’s own pages draw is listed, and leads back to them', async () => {
    for (const path of ['/', '/platform', '/pipeline', '/glossary']) {
      const html = await (await request.get(path)).text();
      const drawn = [...html.matchAll(/structures[^"#]*\.svg#([a-z]+)/g)].map(([, id = '']) => id);
      expect(drawn.length, path).toBeGreaterThan(0);
      for (const id of new Set(drawn)) {
        const answer = await request.get(`/api/molecules/search?q=${id}`);
        const [found] = (await answer.json()).molecules;
        expect(found.pages, `${id} on ${path}`).toContainEqual(expect.objectContaining({ path }));
      }
    }
    await page.goto('/molecules?q=lapatinib');
    await expect(page.getByRole('article')).toContainText('Platform, Pipeline');
    await page.goto('/molecules?q=riluzole');
    await page.getByRole('link', { name: 'Riluzole' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Riluzole');
    await page.getByRole('main').getByRole('link', { name: 'Pipeline' }).click();
    await expect(page).toHaveURL('/pipeline');
  });
});
