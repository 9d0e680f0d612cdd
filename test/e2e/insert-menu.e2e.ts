import { expect, type Locator, type Page } from '@playwright/test';
import { openForm, postForm } from './admin-area.ts';
import { test } from './page-test.ts';
import { complaintsOf } from './public-page.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const option = (page: Page, name: string) => page.getByRole('option', { name });

/** Opens the menu at the caret's line and chooses by typing. */
async function insert(page: Page, words: string): Promise<void> {
  await page.keyboard.type(`/${words}`);
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Enter');
}

/** Draws a bond, as a click on paper does. */
async function drawBond(sheet: Locator): Promise<void> {
  const canvases = sheet.locator('canvas');
  await expect(canvases).toHaveCount(2);
  await canvases.last().click();
}

test('insert menu: a structure is inserted with the keyboard alone, seen before, taken back and edited; it comes by its name, by SMILES, or is drawn, within the content policy, and an unknown name inserts nothing', async ({
  page,
}) => {
  await page.goto('/admin/create-post');
  const found = complaintsOf(page);
  const { content } = postForm(page);
  await content.focus();
  await page.keyboard.type('First.\n/');
  await expect(page.getByRole('listbox', { name: 'Insert' })).toBeVisible();
  await expect(content).toHaveAttribute('aria-activedescendant', /.+/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(content).toHaveValue('First.\n/');
  await page.keyboard.press('Backspace');

  await insert(page, 'structure');
  const form = dialog(page, 'Structure');
  await expect(form.getByRole('combobox', { name: 'Name' })).toBeFocused();
  await expect(form.getByRole('button', { name: 'Insert' })).toBeDisabled();
  await page.keyboard.press('Tab');
  await page.keyboard.type('CCO');
  await expect(form.getByRole('region', { name: 'Result' }).getByRole('img')).toBeVisible();
  await form.getByRole('button', { name: 'Insert' }).click();
  const written = 'First.\n\n```smiles\nCCO\n```\n\n';
  await expect(content).toHaveValue(written);
  await expect(content).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(content).toHaveValue('First.\n');
  await page.keyboard.press('ControlOrMeta+Shift+z');

  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ControlOrMeta+/');
  const menu = dialog(page, 'Insert');
  await expect(menu.getByRole('textbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Enter');
  const edit = dialog(page, 'Edit structure');
  await edit.getByRole('textbox', { name: 'SMILES' }).fill('CCCO');
  await edit.getByRole('button', { name: 'Apply changes' }).click();
  await expect(content).toHaveValue(written.replace('CCO', 'CCCO'));

  // The others write an example, whose words are typed over.
  await content.fill('/jq');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await content.fill('');
  await insert(page, 'key p');
  await page.keyboard.type('Binds');
  await expect(content).toHaveValue('::: {.key-points}\n- Binds\n:::');

  await content.fill('');
  await insert(page, 'mol');
  const name = form.getByRole('combobox', { name: 'Name' });
  const smiles = form.getByRole('textbox', { name: 'SMILES' });
  const unknown = form.getByText('No molecule of this site has that name.');
  const button = form.getByRole('button', { name: 'Insert' });
  const searched = page.waitForResponse((response) => response.url().includes('q=Osimertini'));
  await name.pressSequentially('Osimertini');
  await searched;
  await name.press('b');
  await expect(smiles).toHaveValue(/^C=CC/);
  await expect(form.getByRole('img', { name: /Structure of Osimertinib/ })).toBeAttached();
  await form.getByRole('button', { name: 'Another molecule' }).click();
  await form.getByRole('button', { name: 'Draw' }).last().click();
  await drawBond(form.getByRole('application'));
  await expect(form.getByRole('textbox', { name: 'SMILES 2' })).not.toHaveValue('');
  await button.click();
  await expect(content).toHaveValue(/^```smiles\nC=CC\S* Osimertinib\nCC\s*\n```\n\n$/);

  // A search finds that a name is none.
  expect(found.filter((text) => !text.includes('422'))).toEqual([]);

  // What a name filled in goes with the name, and one that is not known inserts nothing.
  await insert(page, 'structure');
  await name.fill('osimertinib');
  await expect(smiles).not.toHaveValue('');
  await expect(button).toBeEnabled();
  await name.fill('thing');
  await expect(smiles).toHaveValue('');
  await expect(button).toBeDisabled();
  await expect(unknown).toHaveText(
    'No molecule of this site has that name. Draw it, or paste its SMILES.',
  );
  await expect(form.getByText('is unexpected')).toHaveCount(0);
  await smiles.fill('CCx');
  await expect(form.getByText('is unexpected')).toHaveCount(1);

  await smiles.fill('CCO');
  await expect(unknown).toHaveCount(0);
  await name.fill('other');
  await expect(smiles).toHaveValue('CCO');
  await expect(button).toBeEnabled();
});

test('insert menu: a table is pasted from a spreadsheet, and what refers to it is completed; on a phone it opens above the keyboard', async ({
  page,
  api,
}) => {
  await openForm(page, api, {
    references: [{ title: 'On replicates', url: 'https://a.example/', key: 'doe2020' }],
  });
  const { content } = postForm(page);
  await content.fill('');
  await insert(page, 'table');
  const form = dialog(page, 'Table');
  await expect(form.getByRole('textbox', { name: 'Cells' })).toBeFocused();
  await page.keyboard.insertText('Compound\tIC50 (nM)\n1a\t12\n1b\t340');
  await form.getByRole('textbox', { name: 'Caption' }).fill('Potency');
  await form.getByRole('checkbox', { name: 'Number it' }).check();
  await expect(form.getByRole('region', { name: 'Result' })).toContainText('Table 1');
  await form.getByRole('button', { name: 'Insert' }).click();
  const table =
    '| Compound | IC50 (nM) |\n| :-- | --: |\n| 1a | 12 |\n| 1b | 340 |\n\n: Potency {#tbl-potency}\n\n';
  await expect(content).toHaveValue(table);
  await page.keyboard.type('As @tbl-');
  await expect(option(page, 'Table 1')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type(' shows');
  await expect(content).toHaveValue(`${table}As @tbl-potency shows`);
  await page.keyboard.type(' [@do');
  await expect(page.getByRole('listbox', { name: 'References' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue(`${table}As @tbl-potency shows [@doe2020]`);
  await page.keyboard.press('Enter');
  await insert(page, 'cross');
  await page.keyboard.type('potency');
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue(`${table}As @tbl-potency shows [@doe2020]\n@tbl-potency`);

  // On a phone, above the keyboard.
  await page.setViewportSize({ width: 390, height: 504 });
  await content.fill('One line');
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  const box = await dialog(page, 'Insert').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(504);
  await page.keyboard.type('footnote');
  await dialog(page, 'Insert').getByRole('button', { name: 'Footnote' }).click();
  await page.keyboard.type('Days, not wells.');
  await expect(content).toHaveValue('One line[^1]\n\n[^1]: Days, not wells.');
});

test('molecule search: a reader draws what the search of molecules looks for', async ({ page }) => {
  const found = complaintsOf(page);
  await page.goto('/molecules?q=CCO&mode=substructure');
  await page.getByRole('button', { name: 'Draw it' }).click();
  await expect(page).toHaveURL(/\/molecules\/draw\?q=CCO&mode=substructure/);
  const query = page.getByRole('textbox', { name: 'SMILES or name' });
  await expect(query).toHaveValue('CCO');
  const canvases = page.getByRole('application').locator('canvas');
  await expect(canvases).toHaveCount(2);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  // The tools are a picture: squares of 21 pixels within a border of 2.
  const use = (column: number, row: number) => {
    const [x, y] = [column, row].map((at) => 2 + (at + 0.5) * 21);
    return canvases.first().click({ position: { x: x ?? 0, y: y ?? 0 } });
  };
  // A benzene ring, "clear", and nitrogen.
  await use(1, 9);
  await canvases.last().click({ position: { x: 150, y: 330 } });
  await expect(query).toHaveValue(/c1ccccc1/);
  await use(0, 0);
  await expect(query).toHaveValue('');
  await use(0, 12);
  await canvases.last().click({ position: { x: 150, y: 330 } });
  await expect(query).toHaveValue('N');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/molecules\?q=/);
  expect(found).toEqual([]);
});
