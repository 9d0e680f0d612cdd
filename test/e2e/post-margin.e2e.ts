import { expect, type Page } from '@playwright/test';
import { test } from './page-test.ts';

const POST = '/blog/how-to-read-an-ic50';
const NOTE = 'For large mixed sets';

const boxOf = async (page: Page, text: string) =>
  (await page.getByText(text).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test('post: footnotes in the margin, line length, former anchors, and code that is copied', async ({
  page,
  context,
}) => {
  await test.step('a footnote stands beside the line that refers to it, and at the end on a phone', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(POST);
    const reference = page.locator('[data-footnote-ref]').first();
    const line = (await reference.boundingBox()) ?? { x: 0, y: 0 };
    const beside = await boxOf(page, NOTE);
    expect(Math.abs(beside.y - line.y)).toBeLessThan(30);
    expect(beside.x).toBeGreaterThan(line.x);
    expect((await boxOf(page, 'A simulated inhibitor.')).x).toBeGreaterThan(900);

    await page.setViewportSize({ width: 390, height: 900 });
    const atEnd = await boxOf(page, NOTE);
    const lists = await page.getByRole('heading', { name: 'Footnotes' }).boundingBox();
    expect(atEnd.y).toBeGreaterThan(lists?.y ?? Number.POSITIVE_INFINITY);
    await reference.click();
    await expect(page).toHaveURL(/#fn-offset$/);
    await expect(page.getByText(NOTE)).toBeInViewport();
  });
  await test.step('lines of text are 60 to 72 characters long where there is room', async () => {
    for (const width of [768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const perLine = await page
        .locator('.prose > p', { hasText: 'We look at the curve before the number.' })
        .evaluate((paragraph) => {
          const range = document.createRange();
          range.selectNodeContents(paragraph);
          const lines = new Set(
            [...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 12)),
          );
          return (paragraph.textContent ?? '').length / lines.size;
        });
      expect.soft(perLine, `${width} px`).toBeGreaterThan(50);
      expect.soft(perLine, `${width} px`).toBeLessThanOrEqual(72);
    }
  });
  await test.step('a finger hits the button beside a block of code, which copies it and says so', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/blog/closing-the-loop-with-the-wet-lab');
    const button = page.getByRole('button', { name: 'Copy code' }).first();
    const { width, height } = (await button.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await button.click();
    await expect(page.getByRole('button', { name: 'Copied' })).toHaveText('Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await page.locator('.prose pre').first().textContent());
    await expect(page.getByRole('button', { name: 'Copied' })).toHaveCount(0);
  });
  await test.step('a former link to a section leads there', async () => {
    await page.goto(`${POST}#user-content-what-was-fitted`);
    await expect(page).toHaveURL(/#what-was-fitted$/);
    await expect(page.getByRole('heading', { name: 'What was fitted' })).toBeInViewport();
  });
});
