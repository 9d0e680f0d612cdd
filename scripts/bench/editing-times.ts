import type { Page } from '@playwright/test';
import { median } from '../harness/statistics.ts';

const ROUNDS = 5;
const FIELD = { name: 'Content (HTML or Markdown)' };

/** What a writer waits for in a long post, in milliseconds of the clock: medians, and each round. */
export async function measureEditing(page: Page, url: string): Promise<void> {
  const opening: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto('about:blank');
    const started = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.getByRole('textbox', FIELD).waitFor();
    opening.push(performance.now() - started);
  }
  print('opening, to the text', opening);
  const pane = page.getByRole('region', { name: 'Preview of the text' });
  await pane.locator('h2').first().waitFor();
  await page.getByRole('textbox', FIELD).evaluate((area: HTMLTextAreaElement) => {
    const middle = area.value.indexOf('sentence', area.value.length / 2);
    area.focus();
    area.setSelectionRange(middle, middle);
  });
  const preview: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.waitForTimeout(3_000);
    const shown = pane.evaluate(shownAfterKey, `q${round}q`);
    await page.keyboard.type(`q${round}q `, { delay: 70 });
    preview.push(await shown);
  }
  print('last key to preview', preview);
  const saving: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.waitForTimeout(3_000);
    await page.keyboard.type('a');
    const started = performance.now();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText(/^Saved \d/).waitFor();
    saving.push(performance.now() - started);
  }
  print('Ctrl+S to "Saved"', saving);
}

/** Resolves with the time from the last key until the word is in the preview. */
function shownAfterKey(pane: Element, word: string): Promise<number> {
  return new Promise((resolve) => {
    let pressedAt = 0;
    const onKey = () => {
      pressedAt = performance.now();
    };
    window.addEventListener('keydown', onKey, true);
    const observer = new MutationObserver((records) => {
      const isShown = records.some(({ target, addedNodes }) =>
        [target === pane ? null : target, ...addedNodes].some((node) =>
          node?.textContent?.includes(word),
        ),
      );
      if (!isShown) return;
      observer.disconnect();
      window.removeEventListener('keydown', onKey, true);
      requestAnimationFrame(() => resolve(performance.now() - pressedAt));
    });
    observer.observe(pane, { childList: true, subtree: true, characterData: true });
  });
}

function print(what: string, times: readonly number[]): void {
  const each = times.map((time) => time.toFixed(0)).join(', ');
  console.log(`  ${what.padEnd(24)}  median ${median(times).toFixed(0)} ms  (${each})`);
}
