import { expect, type Page } from '@playwright/test';
import { readFormulas } from '../read-table.ts';
import type { Api } from './api.ts';
import { test } from './page-test.ts';
import { complaintsOf } from './public-page.ts';

const FORMULAS = readFormulas();

const CONTENT = `The constant $K_i$ costs $5 and $10.\n\n${FORMULAS.map(
  ({ name, tex }) => `$$\n${tex}\n$$ {#eq-${name.replaceAll(' ', '-')}}`,
).join('\n\n')}\n`;

async function openPost(page: Page, api: Api, content: string): Promise<string[]> {
  const { slug } = await api.writePost({ content });
  const problems = complaintsOf(page);
  await page.goto(`/blog/${slug}`);
  await page.evaluate(() => document.fonts.ready);
  return problems;
}

test('formulas: drawn within the content policy on their line, copied as TeX, and on a phone scrolled in their frame', async ({
  page,
  api,
  context,
}) => {
  await test.step('every formula is drawn, with glyphs that are there', async () => {
    expect(await openPost(page, api, CONTENT)).toEqual([]);
    await expect(page.locator('.tex > svg:first-child')).toHaveCount(FORMULAS.length + 1);
    await expect(page.getByText('costs $5 and $10.')).toBeVisible();
    const widths = await page
      .locator('.tex use')
      .evaluateAll((uses) => uses.map((use) => (use as SVGUseElement).getBBox().width));
    expect(Math.min(...widths)).toBeGreaterThan(0);
  });
  await test.step('the letters of a formula stand on the line of the text around it', async () => {
    await openPost(page, api, 'Line x$\\mathrm{x} \\frac{a}{b}$ and $\\mathrm{x}$.');
    const bottoms = await page.locator('.tex > svg:first-child').evaluateAll((drawings) => {
      const line = document.createElement('img');
      line.style.cssText = 'display:inline-block;vertical-align:baseline;width:1px;height:1px';
      drawings[0]?.closest('p')?.append(line);
      return [...drawings, line].map((each) => each.getBoundingClientRect().bottom);
    });
    for (const bottom of bottoms) expect(bottom).toBeCloseTo(bottoms[0] ?? 0, 0);
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
    const html = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return (await item?.getType('text/html'))?.text();
    });
    // A form that it is pasted into finds the TeX there.
    expect(html).toContain('alttext="K_i = \\frac{a}{b}"');
    // A part of a formula is the formula.
    expect(await copyOf('.prose msub > mi', '.prose msub > mi')).toBe('$K_i = \\frac{a}{b}$');
  });
  await test.step('on a phone wide ones scroll in their frame', async () => {
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await page.setViewportSize({ width: 320, height: 800 });
    const long = 'a + '.repeat(40);
    await openPost(
      page,
      api,
      `$$ ${long} b $$ {#eq-wide}\n\nOf $${long} b$ and $\\rule{90em}{1em}$.`,
    );
    const frame = page.getByRole('group', { name: 'Equation 1' });
    await frame.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    await expect(page.getByText('(1)', { exact: true })).toBeInViewport();
    expect(await overflow()).toBeLessThanOrEqual(0);
  });
});
