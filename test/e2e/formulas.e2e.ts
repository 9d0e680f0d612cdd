import { expect, type Page } from '@playwright/test';
import { readFormulas } from '../read-table.ts';
import type { Api } from './api.ts';
import { test } from './page-test.ts';

const FORMULAS = readFormulas();

const CONTENT = `The constant $K_i$ costs $5 and $10.\n\n${FORMULAS.map(
  ({ name, tex }) => `$$\n${tex}\n$$ {#eq-${name.replaceAll(' ', '-')}}`,
).join('\n\n')}\n`;

async function openPost(page: Page, api: Api, content: string) {
  const { slug } = await api.writePost({ content });
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('stix')) fonts.push(request.url());
  });
  const problems: string[] = [];
  page.on('console', (message) => void problems.push(message.text()));
  page.on('pageerror', (error) => void problems.push(error.message));
  await page.goto(`/blog/${slug}`);
  await page.evaluate(() => document.fonts.ready);
  return { fonts, problems };
}

test('formulas: drawn in their font, copied as TeX, with braces as wide as what they are of', async ({
  page,
  api,
  context,
}) => {
  await test.step('formulas are drawn within the content policy, in their own font', async () => {
    const { fonts, problems } = await openPost(page, api, CONTENT);
    await expect(page.locator('math')).toHaveCount(FORMULAS.length + 1);
    expect(fonts).toHaveLength(3);
    expect(problems).toEqual([]);
    await expect(page.getByText('costs $5 and $10.')).toBeVisible();
    // A fraction is higher than a letter: MathML is laid out.
    const fraction = await page.locator('mfrac').first().boundingBox();
    expect(fraction?.height).toBeGreaterThan(25);
  });
  await test.step('a page without formulas fetches no font for them', async () => {
    const { fonts } = await openPost(page, api, 'No formula, but α, × and ∑.');
    expect(fonts).toEqual([]);
  });
  await test.step('formulas are copied as TeX, with the words around them', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openPost(page, api, 'By $K_i = \\frac{a}{b}$ it is.\n\n$$ E = mc^2 $$ {#eq-e}\n\nAfter.');
    const copyOf = async (from: string, to: string) => {
      await page.evaluate(
        ([start = '', end = '']) => {
          const nodes = [start, end].map((each) => document.querySelector(each) as Element);
          getSelection()?.setBaseAndExtent(nodes[0] as Element, 0, nodes[1] as Element, 1);
        },
        [from, to],
      );
      await page.keyboard.press('ControlOrMeta+c');
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const all = await copyOf('.prose > p', '.prose > p:last-of-type');
    expect(all.replace(/\s+/g, ' ')).toBe('By $K_i = \\frac{a}{b}$ it is. $$E = mc^2$$(1) After. ');
    // A part of a formula is the formula.
    expect(await copyOf('.prose msub > mi', '.prose msub > mi')).toBe('$K_i = \\frac{a}{b}$');
  });
  await test.step('braces and hats reach from the first to the last letter that they are of', async () => {
    const content = String.raw`$$ \underbrace{\frac{a}{b} + c + d}_{x} + \overbrace{\sum_i y_i + z}^{w} + \widehat{ABC} + \widetilde{MM} $$`;
    await openPost(page, api, content);
    const grown = page.locator('.math-grown');
    await expect(grown).toHaveCount(4);
    for (const each of await grown.all()) {
      const [base, painted] = await each.evaluate(({ children }) =>
        [children[0], children[1]].map((part) => (part as Element).getBoundingClientRect().width),
      );
      expect(Math.abs((base ?? 0) - (painted ?? 99))).toBeLessThan(2);
    }
  });
});

test('formulas on a phone: wide ones scroll in their frame, and no line begins with a comma', async ({
  page,
  api,
}) => {
  await test.step('on a phone a wide formula scrolls by keyboard in its frame, and the page does not', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await openPost(page, api, `$$ ${'a + '.repeat(40)} b $$ {#eq-wide}\n\n$$ x $$`);
    const frame = page.getByRole('group', { name: 'Equation 1' });
    await frame.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    await expect(page.getByText('(1)', { exact: true })).toBeInViewport();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step('on a phone a wide formula in a line scrolls, and no line begins with the comma after one', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await openPost(
      page,
      api,
      `Of $${'a + '.repeat(40)} b$.\n\nThe words before are of $d_i$, each.`,
    );
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const lines = page.locator('.prose p').last();
    for (let width = 320; width < 420; width += 4) {
      await page.setViewportSize({ width, height: 800 });
      const isBroken = await lines.evaluate((paragraph) => {
        const formula = paragraph.querySelector('math') as Element;
        const comma = document.createRange();
        comma.setStart(formula.nextSibling as Text, 1);
        comma.setEnd(formula.nextSibling as Text, 2);
        return comma.getBoundingClientRect().top > formula.getBoundingClientRect().bottom;
      });
      expect.soft(isBroken, `${width} px`).toBe(false);
    }
  });
});
