import { expect, type Locator } from '@playwright/test';
import { test } from './page-test.ts';
import { openLive } from './public-page.ts';

/** How large what a drawing takes from the file of drawings is, in its own units. */
function drawnSize(drawing: Locator): Promise<{ width: number; height: number }> {
  return drawing.locator('use').evaluate((use) => {
    const { width, height } = (use as SVGUseElement).getBBox();
    return { width, height };
  });
}

test('the structures of medicines are drawn, named, and follow the colour scheme', async ({
  page,
}) => {
  await openLive(page, '/platform');
  const lapatinib = page.getByRole('img', { name: 'Structure of lapatinib' });
  await lapatinib.scrollIntoViewIfNeeded();
  await expect(lapatinib).toBeVisible();
  await expect.poll(async () => (await drawnSize(lapatinib)).width).toBeGreaterThan(300);
  for (const [colorScheme, ink] of [
    ['light', 'rgb(11, 27, 36)'],
    ['dark', 'rgb(232, 240, 242)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(lapatinib).toHaveCSS('stroke', ink);
  }
  const sheet = page.getByRole('table').filter({ hasText: 'Usual limit' });
  await expect(sheet.getByRole('row', { name: /^cLogP 6\.14.*over 5$/ })).toBeVisible();
  await expect(sheet.getByRole('row', { name: /^TPSA 106\.4 Å².*within 140$/ })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('structures without scripts: medicines with their figures, and a chart with its table', async ({
    page,
  }) => {
    await test.step('the medicines beside each disease are there to see, with their figures', async () => {
      await page.goto('/pipeline');
      for (const [name, count] of [
        ['lapatinib', 1],
        ['olaparib', 2],
        ['gemcitabine', 1],
        ['levodopa', 1],
        ['rasagiline', 1],
        ['riluzole', 1],
        ['edaravone', 1],
      ] as const) {
        const drawings = page.getByRole('img', { name: `Structure of ${name}` });
        await expect(drawings).toHaveCount(count);
        await expect(drawings.first()).toBeVisible();
      }
      await expect(page.getByText('−1.29')).toBeVisible();
    });
    await test.step('a chart has its figures as a table', async () => {
      await page.goto('/investors');
      const figure = page.getByRole('figure').filter({ hasText: 'AI drug discovery market' });
      await expect(figure.getByRole('img', { name: /2025: \$6\.9B; 2030: \$71B/ })).toBeVisible();
      await expect(figure.getByRole('table')).toBeHidden();
      await figure.getByText('The figures as a table').click();
      await expect(figure.getByRole('row')).toHaveText([/2025\s*\$6\.9B/, /2030\s*\$71B/]);
    });
  });
});
