import { type Browser, chromium } from '@playwright/test';
import { findChromium, missingChromium } from '../../test/browser.ts';

/**
 * Starts Chromium as an ordinary browser: the site treats automated ones as crawlers.
 *
 * @throws where no Chromium is found
 */
export async function launchBrowser({
  args = [],
  ignoreDefaultArgs = [],
}: {
  args?: string[];
  ignoreDefaultArgs?: string[];
} = {}): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(missingChromium());
  return chromium.launch({
    executablePath,
    ignoreDefaultArgs,
    args: [
      '--no-sandbox',
      '--disable-blink-features=AutomationControlled',
      '--disable-quic',
      ...args,
    ],
  });
}
