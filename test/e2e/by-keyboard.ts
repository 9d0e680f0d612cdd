import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until `target` has the focus, as a person without a pointer does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // A page has as many stops as controls: the account lists every session of the run.
  const stops = await page.locator('a, button, input, select, textarea, [tabindex]').count();
  // To look for an element by its role takes longer than the press of a key.
  const element = await target.elementHandle();
  for (let pressed = 0; pressed < Math.max(60, stops + 10); pressed += 1) {
    if (await element?.evaluate((sought) => sought === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reached by Tab').toBeFocused();
}

/** Moves to a field by Tab and appends text to it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(text);
}

/** Moves to a control by Tab and presses a key. */
export async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}
