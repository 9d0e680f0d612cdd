import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './page-test.ts';
import {
  linksIn,
  MOVING,
  openLive,
  requestsOf,
  sectionUnder,
  stopClock,
  transparentTexts,
} from './public-page.ts';

test.use(MOVING);

const STEPS = [
  ['Molecular Input', 2000],
  ['AI Processing', 3000],
  ['Predictions', 2000],
  ['Optimization', 3000],
  ['AI-Designed Drug', 2000],
] as const;

const demo = (page: Page) => sectionUnder(page, 'From structure to design');

/** Opens Home with the demo in view and the clock standing still at the demo's beginning. */
async function openDemo(page: Page): Promise<void> {
  await stopClock(page);
  await openLive(page, '/');
  await demo(page).getByRole('listitem').first().scrollIntoViewIfNeeded();
}

/** Waits until the time of the step on screen runs, which its bar shows. */
async function expectRunning(page: Page): Promise<void> {
  const bar = demo(page).locator('[aria-current=step] > span').first();
  await expect
    .poll(() => bar.evaluate((span) => span.getAnimations().some((a) => a.playState !== 'paused')))
    .toBe(true);
}

/** Expects a step, by its place, to be on screen, those before it done and those after it to come. */
async function expectStep(page: Page, current: number): Promise<void> {
  const states = STEPS.map(([name], index) => {
    if (index === current) return `${name} (Active)`;
    return `${name} (${index < current ? 'Completed' : 'Not started'})`;
  });
  await expect(demo(page).getByRole('heading', { level: 3 })).toHaveText(states);
  await expect(demo(page).locator('[aria-current=step]')).toHaveText(
    new RegExp(STEPS[current]?.[0] ?? ''),
  );
}

test('home: the demo plays, loops, pauses, resets, waits while hidden and respects reduced motion; questions open', async ({
  page,
}) => {
  const button = (name: string) => demo(page).getByRole('button', { name });
  const stage = demo(page).locator('figure > svg');
  const first = demo(page).getByRole('listitem').first();
  /** A minute in which nothing may happen. */
  const expectStill = async (step: number) => {
    await page.clock.runFor(60_000);
    await expectStep(page, step);
  };
  await openDemo(page);
  await test.step('plays by itself, each step for its time, and begins again after the last', async () => {
    await expect(button('Pause')).toBeVisible();
    for (const [index, [, duration]] of STEPS.entries()) {
      await expectStep(page, index);
      await expectRunning(page);
      await page.clock.runFor(duration - 1);
      await expectStep(page, index);
      await page.clock.runFor(1);
    }
    await expectStep(page, 0);
    await expectRunning(page);
  });
  await test.step('is hidden and waits while it cannot be seen', async () => {
    await expect(stage).toBeVisible();
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await expect(stage).toHaveCSS('visibility', 'hidden');
    await expectStill(0);
    await first.scrollIntoViewIfNeeded();
    await expect(stage).toHaveCSS('visibility', 'visible');
    await expectRunning(page);
    await page.clock.runFor(2000);
    await expectStep(page, 1);
  });
  await test.step('pauses where it is, goes on from there, and starts over on request', async () => {
    await expectRunning(page);
    await page.clock.runFor(2900);
    await button('Pause').click();
    await expectStill(1);
    await button('Play').press('Space');
    await expect(button('Pause')).toBeFocused();
    await expectRunning(page);
    await page.clock.runFor(100);
    await expectStep(page, 2);
    await button('Reset').press('Enter');
    await expectStep(page, 0);
    await expect(button('Play')).toBeVisible();
    await expectStill(0);
  });
  await test.step('does not move for a reader who wants no motion, until asked', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openLive(page, '/');
    await first.scrollIntoViewIfNeeded();
    await expectStill(0);
    await button('Play').click();
    await expectRunning(page);
    await page.clock.runFor(2000);
    await expectStep(page, 1);
  });
  await expectOneOpen(page, 4);
});

/** Opens and closes the questions of a page. */
async function expectOneOpen(page: Page, questions: number): Promise<void> {
  await test.step('one question is open at a time, and a second click closes it', async () => {
    const items = sectionUnder(page, 'Frequently Asked Questions').getByRole('group');
    await expect(items).toHaveCount(questions);
    const open = items.and(page.locator('[open]'));
    await expect(open).toHaveCount(0);
    await items.nth(0).locator('summary').click();
    await expect(items.nth(0).getByRole('paragraph')).toBeVisible();
    await items.nth(1).locator('summary').press('Enter');
    await expect(items.nth(1).getByRole('paragraph')).toBeVisible();
    await expect(open).toHaveCount(1);
    await items.nth(1).locator('summary').click();
    await expect(open).toHaveCount(0);
  });
}

test('platform: plans found by #pricing, what it says, a structure, questions, and the waitlist by pointer and keyboard', async ({
  page,
}) => {
  const opener = page.getByRole('button', { name: 'Join the waitlist' }).first();
  const modal = page.getByRole('dialog', { name: 'Join the waitlist' });
  const pricing = sectionUnder(page, 'Pricing');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLive(page, '/platform#pricing');
  await test.step('are found by their address, and both lead to a demo', async () => {
    const heading = pricing.getByRole('heading', { level: 2 });
    await expect(heading).toBeInViewport();
    expect((await heading.boundingBox())?.y).toBeGreaterThan(80);
    await expect(pricing.getByRole('heading', { level: 3 })).toHaveText([
      'Starter Lab',
      'Enterprise',
    ]);
    expect(await linksIn(pricing)).toEqual(['/contact?type=demo', '/contact?type=demo']);
  });
  await test.step('the platform says how far it is, illustrates its tools, and unfolds how it works', async () => {
    await expect(page.locator('h1')).toHaveText('Coming Soon');
    await expect(page.getByRole('definition').filter({ hasText: /^In Development$/ })).toHaveCount(
      3,
    );
    const tools = sectionUnder(page, 'Four tools, one record').getByRole('article');
    await expect(tools).toHaveCount(4);
    for (const tool of await tools.all()) {
      await expect(tool.getByText('Illustration', { exact: true })).toBeVisible();
      await expect(tool.getByRole('table')).toBeVisible();
    }
    const folded = page.locator('details', { hasText: 'How It Works' });
    await expect(folded.getByRole('listitem').first()).toBeHidden();
    await folded.locator('summary').press('Enter');
    await expect(folded.getByRole('listitem').first()).toBeVisible();
  });
  await test.step('the structures of medicines are drawn, named, and follow the colour scheme', async () => {
    const lapatinib = page.getByRole('img', { name: 'Structure of lapatinib' });
    await lapatinib.scrollIntoViewIfNeeded();
    await expect(lapatinib).toBeVisible();
    // In the units of the drawing: what it takes from the file of drawings.
    const width = () =>
      lapatinib.locator('use').evaluate((use) => (use as SVGUseElement).getBBox().width);
    await expect.poll(width).toBeGreaterThan(300);
    for (const [colorScheme, ink] of [
      ['light', 'rgb(11, 27, 36)'],
      ['dark', 'rgb(232, 240, 242)'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(lapatinib).toHaveCSS('stroke', ink);
    }
  });
  await expectOneOpen(page, 6);
  await test.step('opens from the hero, and closes by its button, the overlay and the keyboard', async () => {
    await expect(modal).toBeHidden();
    for (const close of [
      () => modal.getByRole('button', { name: 'Close' }).press('Enter'),
      () => page.mouse.click(5, 5),
      () => page.keyboard.press('Escape'),
    ]) {
      await opener.click();
      await expect(modal).toBeVisible();
      await modal.getByLabel('Role').click();
      await expect(modal).toBeVisible();
      await close();
      await expect(modal).toBeHidden();
      await expect(opener).toBeFocused();
    }
  });
  await test.step('asks for name and email, opens the mail draft, calls nothing, and is empty again', async () => {
    await page.keyboard.press('Space');
    const requests = requestsOf(page);
    const submit = modal.getByRole('button', { name: 'Join the waitlist' });
    await submit.click();
    await expect(modal.getByRole('alert')).toBeFocused();
    await expect(modal.getByRole('link')).toHaveText(['Name is required.', 'Email is required.']);
    await modal.getByLabel('Name').fill('Sample Person');
    await modal.getByLabel('Email').fill('not an address');
    await submit.click();
    await expect(modal.getByLabel('Email')).toBeFocused();
    await modal.getByLabel('Email').fill('sample@example.org');
    await modal.getByLabel('Company').fill('Assays & Sons');
    await modal.getByLabel('Role').fill('Chemist');
    await modal.getByLabel('Message').fill('100% sure?\nNo.');
    expect(requests).toEqual([]);
    await submit.click();
    await expect(modal).toBeHidden();
    await expect(opener).toBeFocused();

    const draft = /^GET mailto:info@ligara\.example\?subject=New.*&body=Name%3A%20Sample%20Person/;
    await expect.poll(() => requests).toEqual([expect.stringMatching(draft)]);
    await opener.click();
    for (const label of ['Name', 'Email', 'Company', 'Role', 'Message']) {
      await expect(modal.getByLabel(label)).toHaveValue('');
    }
    await page.keyboard.press('Escape');
  });
});

test.describe('the pipeline', () => {
  const card = (page: Page, category: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name: category }) });

  test('pipeline: areas, milestones, back to top and reveals', async ({ page }) => {
    await test.step('shows the diseases of an area when asked, folds them away, and says which milestones are planned', async () => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await openLive(page, '/pipeline');
      expect(await transparentTexts(page.getByRole('main'))).toEqual([]);
      await expect(page.locator('h1')).toHaveText('From hypothesis to hit selection');
      for (const category of ['Oncology', 'Neurodegeneration']) {
        const area = card(page, category);
        const button = area.getByRole('button');
        const diseases = area.getByRole('listitem');
        await expect(diseases).toHaveCount(0);
        await button.press('Enter');
        await expect(button).toHaveAttribute('aria-expanded', 'true');
        await expect(button).toHaveAccessibleName(`Hide diseases : ${category}`);
        await expect(button).toBeFocused();
        await expect(diseases).toHaveCount(2);
      }
      await card(page, 'Oncology').getByRole('button').click();
      await expect(card(page, 'Oncology').getByRole('listitem')).toHaveCount(0);
      await expect(card(page, 'Neurodegeneration').getByRole('listitem')).toHaveCount(2);
      await expect(page.getByText('Metabolic disorders and rare diseases')).toBeVisible();

      // Which milestone is upcoming and which are planned, in words and colour.
      const yellow = 'rgb(253, 240, 210)';
      const grey = 'rgb(236, 235, 230)';
      const milestones = sectionUnder(page, 'Research Timeline').locator('ol > li');
      for (const [date, status, colour] of [
        ['Q4 2025', 'Upcoming', yellow],
        ['Q2 2026', 'Planned', grey],
        ['2027', 'Planned', grey],
      ] as const) {
        const milestone = milestones.filter({ has: page.getByText(date, { exact: true }) });
        await expect(milestone.getByText(status, { exact: true })).toHaveCSS(
          'background-color',
          colour,
        );
        await expect(milestone.getByRole('heading', { name: 'Key deliverables' })).toBeVisible();
      }
    });
    await test.step('offers the way back to the top past 500 pixels, not before', async () => {
      const button = page.getByRole('button', { name: 'Back to top' });
      const scrollTo = (y: number) =>
        page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
      await scrollTo(501);
      await expect(button).toBeVisible();
      await scrollTo(500);
      await expect(button).toHaveCount(0);
      await scrollTo(2000);
      await button.click();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await expect(button).toHaveCount(0);
      await expect(page.getByRole('main')).toBeFocused();
    });
    await test.step('comes in at 80% of the screen from below, the timeline at 70% from the left, one by one', async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.setViewportSize({ width: 1280, height: 1000 });
      await page.addInitScript(recordReveals);
      await openLive(page, '/pipeline');
      const main = page.getByRole('main');
      await expect.poll(async () => (await transparentTexts(main)).length).toBeGreaterThan(0);
      for (const { list, height, from, delays } of [
        {
          list: sectionUnder(page, 'Pipeline stages').locator('ol > li'),
          height: 800,
          from: /^0px [\d.]+rem$/,
          delays: [0, 200, 400],
        },
        {
          list: sectionUnder(page, 'Research Timeline').locator('ol > li'),
          height: 700,
          from: /^-[\d.]+rem/,
          delays: [0, 0, 300],
        },
      ]) {
        const first = list.first();
        await scrollTo(first, height + 10);
        expect(await revealsOf(list)).toEqual([]);
        await scrollTo(first, height - 10);
        await expect.poll(() => revealsOf(list)).not.toEqual([]);
        // All that has come into view by now comes one after another.
        await scrollTo(list.last(), height - 60);
        const count = await list.count();
        await expect.poll(async () => (await revealsOf(list)).length).toBe(count);
        const reveals = await revealsOf(list);
        for (const reveal of reveals) {
          expect(reveal).toMatchObject({ from: expect.stringMatching(from), duration: 800 });
        }
        expect(reveals.slice(0, 3).map(({ delay }) => delay)).toEqual(delays);
      }
      await expect.poll(() => transparentTexts(main)).toEqual([]);
    });
  });
});

type RevealedWindow = typeof window & {
  reveals?: { element: Element | null; from: unknown; delay: number; duration: number }[];
};

/** Runs before a page's own scripts: keeps every animation that is set going, in order. */
function recordReveals(): void {
  const { play } = Animation.prototype;
  Animation.prototype.play = function record(this: Animation) {
    const effect = this.effect as KeyframeEffect;
    const { delay = 0, duration } = effect.getTiming();
    const from = effect.getKeyframes()[0]?.translate;
    const kept = (window as RevealedWindow).reveals ?? [];
    kept.push({ element: effect.target, from, delay, duration: Number(duration) });
    (window as RevealedWindow).reveals = kept;
    play.call(this);
  };
}

/** The animations of the elements of a list that have been set going. */
function revealsOf(list: Locator) {
  return list.evaluateAll((elements) =>
    ((window as RevealedWindow).reveals ?? [])
      .filter(({ element }) => elements.some((each) => each === element))
      .map(({ from, delay, duration }) => ({ from, delay, duration })),
  );
}

/** Scrolls until an element begins at a height of the screen, and lets the page notice. */
async function scrollTo(element: Locator, height: number): Promise<void> {
  await element.evaluate(
    (target, y) =>
      new Promise<void>((resolve) => {
        const top = target.getBoundingClientRect().top - y;
        window.scrollBy({ top, behavior: 'instant' });
        // Observers are told within the frame after next.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)));
      }),
    height,
  );
}
