import { expect } from '@playwright/test';
import { test } from './page-test.ts';

test('a browser reads the feeds and the sitemap that every page points to', async ({
  page,
  baseURL,
}) => {
  await page.goto('/purpose');
  const alternates = page.locator('head link[rel=alternate]');
  await expect(alternates).toHaveCount(2);
  const feeds = await alternates.evaluateAll((links) =>
    links.map((link) => [link.getAttribute('type'), link.getAttribute('href')]),
  );
  expect(feeds).toEqual([
    ['application/atom+xml', '/feed.xml'],
    ['application/feed+json', '/feed.json'],
  ]);
  for (const [path, root] of [
    ['/feed.xml', 'feed'],
    ['/sitemap.xml', 'urlset'],
  ]) {
    // Null where it is not well-formed.
    const read = await page.evaluate(async (address) => {
      const feed = new XMLHttpRequest();
      feed.open('GET', address ?? '');
      const arrived = new Promise((resolve) => feed.addEventListener('load', resolve));
      feed.send();
      await arrived;
      return feed.responseXML?.documentElement.nodeName ?? null;
    }, path);
    expect([path, read]).toEqual([path, root]);
  }
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(14);
  // Other tests write and remove posts meanwhile.
  for (const address of addresses.filter((each) => !each.includes('/blog/'))) {
    expect([address, (await page.request.get(address)).status()]).toEqual([address, 200]);
    expect(address.startsWith(`${baseURL}/`)).toBe(true);
  }
});
