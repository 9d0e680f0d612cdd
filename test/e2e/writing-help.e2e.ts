import { expect } from '@playwright/test';
import { openSignedIn } from './admin-area.ts';
import { test } from './page-test.ts';

test('the writing help opens beside the text, shows what each example becomes, and copies it', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, request, '/admin/create-post');
  const link = page.getByRole('link', { name: 'Writing help (opens in a new tab)' });
  // Within the toolbar's one stop for Tab.
  await page.getByRole('button', { name: 'Heading 2' }).focus();
  await page.keyboard.press('End');
  await expect(link).toBeFocused();
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const help = await opened;
  await expect(help.getByRole('heading', { level: 1 })).toHaveText('Writing help');
  const figure = help.getByRole('figure', { name: 'The field around a ligand, drawn' });
  await expect(figure).toBeVisible();
  await expect(help.getByRole('table', { name: 'Table 1. Potency in cells' })).toBeVisible();
  await expect(help.getByRole('definition').filter({ hasText: 'Ctrl+Alt+2' })).toBeVisible();
  await help.getByRole('button', { name: 'Copy the example: Bulleted list' }).click();
  await expect(help.getByText('Copied: Bulleted list')).toBeAttached();
  expect(await help.evaluate(() => navigator.clipboard.readText())).toBe(
    '- Kinases\n  - EGFR\n  - BTK\n- Proteases',
  );

  await help.route('**/api/admin/preview', (route) => route.fulfill({ status: 503, json: {} }), {
    times: 1,
  });
  await help.reload();
  await expect(help.getByRole('alert')).toContainText('Failed to load the examples.');
  await help.getByRole('button', { name: 'Try again' }).click();
  await expect(figure).toBeVisible();
});
