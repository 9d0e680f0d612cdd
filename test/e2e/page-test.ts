// biome-ignore lint/style/noRestrictedImports: the one place that extends it
import { test as base, type Page } from '@playwright/test';
import { type Api, signedInApi } from './api.ts';

/**
 * Playwright's `test`, with the API as the administrator of the site at `baseURL` calls it, and in which `page.route`
 * returns once the page's requests come to the route. Chromium confirms a route before the renderer has it: on a busy
 * machine, a key pressed at once sends its request past the route.
 */
export const test = base.extend<{ api: Api }, object>({
  api: async ({ request, baseURL }, use) => use(signedInApi(request, baseURL ?? '')),
  browser: [
    async ({ browser }, use) => {
      browser.on('context', (context) => {
        context.on('page', awaitRoutes);
        // In order: it is there before the first page is.
        void context.addInitScript(removeBlur);
      });
      await use(browser);
    },
    { scope: 'worker' },
  ],
});

function awaitRoutes(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...args) => {
    const disposable = await route(...args);
    // Sent on the same channel as the route, so that the page has that before it answers.
    await page.evaluate(() => null);
    return disposable;
  };
}

/** Runs in the page: without a graphics card, what lies under the header is blurred by the processor, at every frame. */
function removeBlur(): void {
  const style = new CSSStyleSheet();
  style.replaceSync('.site-header { backdrop-filter: none !important; }');
  document.adoptedStyleSheets.push(style);
}
