import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { parse } from 'yaml';
import { test } from './page-test.ts';
import { attributeOf, elementsOf, serverPage, textIn } from './server-page.ts';

const FOLDER = 'src/content/posts';
const FALLBACK = '/images/blog-fallback.jpg';

/** The sample posts as their files tell of them; other tests leave them alone. */
const SAMPLES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .map((name) => {
    const [, head = '', body = ''] = readFileSync(`${FOLDER}/${name}`, 'utf8').split(/^---$/m);
    return { slug: name.replace('.md', ''), body, ...parse(head) };
  });

/** As text: the fonts have no lowered characters, which the page lowers by markup. */
const asText = (written: string) => written.normalize('NFKC');

/** "March 11, 2026", in the zone of the site. */
function longDate(date: Date | string): string {
  const zone = 'Australia/Brisbane';
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: zone });
}

test('blog: cards and posts hold what their files say, a broken cover is replaced, and text runs from the right where it should', async ({
  page,
  request,
  api,
}) => {
  await test.step('the list has a card for each post, with what it is about and the way to it', async () => {
    const cards = (await serverPage(request, '/blog')).elements('article');
    for (const { slug, title, description, date, tags, coverImage } of SAMPLES) {
      const card = cards.find((each) => textIn(elementsOf(each, 'h2')[0]) === asText(title));
      if (card === undefined) throw new Error(`${title} is not in the list`);
      const [link, image] = [elementsOf(card, 'a')[0], elementsOf(card, 'img')[0]];
      const leads = [attributeOf(link, 'href'), attributeOf(image, 'src')];
      expect.soft(leads).toEqual([`/blog/${slug}`, coverImage]);
      const parts = [longDate(date), asText(description), 'min read', ...tags];
      for (const part of parts) expect.soft(textIn(card)).toContain(part);
    }
  });
  await test.step('a post has its cover and caption, date, reading time, tags, text and references', async () => {
    for (const { slug, title, date, tags, coverImage, coverImageCaption, references } of SAMPLES) {
      const page = await serverPage(request, `/blog/${slug}`);
      const [article] = page.elements('article');
      if (article === undefined) throw new Error(`${slug} has no article`);
      expect.soft(elementsOf(article, 'h1').map(textIn)).toEqual([asText(title)]);
      const [figure] = elementsOf(article, 'figure');
      const cover = figure && elementsOf(figure, 'img')[0];
      expect.soft(attributeOf(cover, 'src')).toBe(coverImage);
      const text = textIn(article);
      const parts = [coverImageCaption, longDate(date), 'By Ligara AI', 'min read', ...tags];
      for (const part of parts) expect.soft(text).toContain(part);
      const links = elementsOf(article, 'a').map((link) => attributeOf(link, 'href'));
      expect.soft(links).toContain('/blog');
      expect.soft(textIn(page.elements('main')[0])).toContain('Back to Blog');
      expect.soft(elementsOf(article, 'h2').map(textIn)).toContain('References');
      for (const reference of references) {
        expect.soft(links).toContain(reference.url);
        expect.soft(text).toContain(reference.title);
        expect.soft(text).toContain(asText(reference.description));
      }
      expect.soft(elementsOf(article, 'p').length).toBeGreaterThan(8);
    }
  });
  await test.step('that is missing answers 404 and names the address', async () => {
    const { status, elements } = await serverPage(request, '/blog/no-such-post');
    expect([status, elements('h1').map(textIn)]).toEqual([404, ['Post Not Found']]);
    expect(textIn(elements('main')[0])).toContain('no-such-post');
  });
  await test.step('a cover that does not load is replaced, in the list too', async () => {
    const [broken] = SAMPLES;
    await page.route(`**${broken.coverImage}`, (route) => route.abort());
    await page.goto('/blog');
    const card = page.getByRole('article').filter({ hasText: broken.title });
    await card.scrollIntoViewIfNeeded();
    await expect(card.locator('img')).toHaveAttribute('src', FALLBACK);
    await page.goto(`/blog/${broken.slug}`);
    await expect(page.locator('article img').first()).toHaveAttribute('src', FALLBACK);
    await page.unrouteAll();
  });
  await test.step('Arabic and Hebrew begin at the right, beside English that begins at the left', async () => {
    const { slug } = await api.writePost({
      title: 'مثبطات الكيناز',
      description: 'תיאור קצר',
      content: 'مقدمة قصيرة.\n\n- واحد\n- اثنان\n\nIn English.',
    });
    await page.goto(`/blog/${slug}`);
    for (const [text, side] of [
      ['مثبطات الكيناز', 'right'],
      ['תיאור קצר', 'right'],
      ['اثنان', 'right'],
      ['In English.', 'left'],
    ] as const) {
      const shown = page.getByRole('article').getByText(text, { exact: true });
      expect.soft(await shown.evaluate(sideOf), text).toBe(side);
    }
  });
});

/** Runs in the page: at which side of its box the text of an element begins. */
function sideOf(element: Element): string {
  const range = document.createRange();
  range.selectNodeContents(element);
  const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
  return text.left - box.left > box.right - text.right ? 'right' : 'left';
}
