import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './page-test.ts';
import {
  linksIn,
  openLive,
  requestsOf,
  sectionUnder,
  stopClock,
  transparentTexts,
} from './public-page.ts';

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

test('home demo: plays, loops, pauses, resets, waits while hidden, and respects reduced motion', async ({
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
    await page.evaluate(setVisibility, 'hidden');
    await expect(stage).toHaveCSS('visibility', 'hidden');
    await expectStill(0);
    await page.evaluate(setVisibility, 'visible');
    await expectRunning(page);
    await page.clock.runFor(2000);
    await expectStep(page, 1);
  });
  await test.step('pauses where it is, goes on from there, and starts over on request', async () => {
    await expectRunning(page);
    await page.clock.runFor(2900);
    await button('Pause').click();
    await expectStill(1);
    await button('Play').click();
    await expectRunning(page);
    await page.clock.runFor(100);
    await expectStep(page, 2);
    await button('Reset').click();
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
});

/** Runs in the page. */
function setVisibility(value: string): void {
  Object.defineProperty(document, 'visibilityState', { value, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

test('faq: one question is open at a time; methods lead to their post', async ({ page }) => {
  await test.step('one question is open at a time, and a second click closes it', async () => {
    for (const { path, questions } of [
      { path: '/', questions: 4 },
      { path: '/platform', questions: 6 },
    ]) {
      await page.goto(path);
      const items = sectionUnder(page, 'Frequently Asked Questions').getByRole('group');
      await expect(items).toHaveCount(questions);
      const open = items.and(page.locator('[open]'));
      await expect(open).toHaveCount(0);
      await items.nth(0).locator('summary').click();
      await expect(items.nth(0).getByRole('paragraph')).toBeVisible();
      await items.nth(1).locator('summary').click();
      await expect(items.nth(1).getByRole('paragraph')).toBeVisible();
      await expect(open).toHaveCount(1);
      await items.nth(1).locator('summary').click();
      await expect(open).toHaveCount(0);
    }
  });
  await test.step('who doubts a method is led to the post that explains it', async () => {
    for (const path of ['/platform', '/pipeline']) {
      await page.goto(path);
      await page
        .getByRole('link', { name: /^Cytotoxicity and selectivity/ })
        .first()
        .click();
      await expect(page).toHaveURL('/blog/cytotoxicity-and-selectivity');
    }
  });
});

test.describe('the plans of the platform', () => {
  test('platform plans: found by #pricing, and what the platform says', async ({ page }) => {
    await test.step('are found by their address, and both lead to a demo', async () => {
      await page.goto('/platform#pricing');
      const pricing = sectionUnder(page, 'Pricing');
      await expect(pricing.getByRole('heading', { level: 2 })).toBeInViewport();
      expect((await pricing.getByRole('heading', { level: 2 }).boundingBox())?.y).toBeGreaterThan(
        80,
      );
      await expect(pricing.getByRole('heading', { level: 3 })).toHaveText([
        'Starter Lab',
        'Enterprise',
      ]);
      expect(await linksIn(pricing)).toEqual(['/contact?type=demo', '/contact?type=demo']);
    });
    await test.step('the platform says how far it is, illustrates its tools, and unfolds how it works', async () => {
      await expect(page.locator('h1')).toHaveText('Coming Soon');
      await expect(
        page.getByRole('definition').filter({ hasText: /^In Development$/ }),
      ).toHaveCount(3);
      const tools = sectionUnder(page, 'Four tools, one record').getByRole('article');
      await expect(tools).toHaveCount(4);
      for (const tool of await tools.all()) {
        await expect(tool.getByText('Illustration', { exact: true })).toBeVisible();
        await expect(tool.getByRole('table')).toBeVisible();
      }
      const folded = page.locator('details', { hasText: 'How It Works' });
      await expect(folded.getByRole('listitem').first()).toBeHidden();
      await folded.locator('summary').click();
      await expect(folded.getByRole('listitem').first()).toBeVisible();
      await sectionUnder(page, 'Pricing').getByRole('link').first().click();
      await expect(page.getByLabel('Request type')).toHaveValue('demo');
    });
  });
});

test.describe('the waitlist', () => {
  const opener = (page: Page) => page.getByRole('button', { name: 'Join the waitlist' }).first();
  const modal = (page: Page) => page.getByRole('dialog', { name: 'Join the waitlist' });

  test('waitlist modal: opens, closes, asks for name and email, and opens a mail draft', async ({
    page,
  }) => {
    await test.step('opens from the hero, and closes by its button, the overlay and the keyboard', async () => {
      await openLive(page, '/platform');
      const closings = [
        () => modal(page).getByRole('button', { name: 'Close' }).click(),
        () => page.mouse.click(5, 5),
        () => page.keyboard.press('Escape'),
      ];
      await expect(modal(page)).toBeHidden();
      for (const close of closings) {
        await opener(page).click();
        await expect(modal(page)).toBeVisible();
        await modal(page).getByLabel('Role').click();
        await expect(modal(page)).toBeVisible();
        await close();
        await expect(modal(page)).toBeHidden();
        await expect(opener(page)).toBeFocused();
      }
    });
    await test.step('asks for name and email, opens the mail draft, calls nothing, and is empty again', async () => {
      await page.clock.setFixedTime(new Date('2026-02-03T04:05:06Z'));
      await opener(page).click();
      const requests = requestsOf(page);
      const form = modal(page);
      const submit = form.getByRole('button', { name: 'Join the waitlist' });
      await submit.click();
      await expect(form.getByRole('alert')).toBeFocused();
      await form.getByRole('link', { name: 'Name is required.' }).click();
      await expect(form.getByLabel('Name')).toBeFocused();
      await form.getByLabel('Name').fill('Sample Person');
      await form.getByLabel('Email').fill('not an address');
      await submit.click();
      await expect(form.getByLabel('Email')).toBeFocused();
      await form.getByLabel('Email').fill('sample@example.org');
      await form.getByLabel('Company').fill('Assays & Sons');
      await form.getByLabel('Role').fill('Chemist');
      await form.getByLabel('Message').fill('100% sure?\nNo.');
      expect(requests).toEqual([]);
      await submit.click();
      await expect(form).toBeHidden();
      await expect(opener(page)).toBeFocused();

      const lines = [
        'Name: Sample Person',
        'Email: sample@example.org',
        'Company: Assays & Sons',
        'Role: Chemist',
        'Message: 100% sure?',
        'No.',
        'Submitted: February 3, 2026 at 2:05:06 PM GMT+10',
      ];
      const body = encodeURIComponent(lines.join('\r\n'));
      await expect
        .poll(() => requests)
        .toEqual([
          `GET mailto:info@ligara.example?subject=New%20Waitlist%20Registration&body=${body}`,
        ]);
      await opener(page).click();
      for (const label of ['Name', 'Email', 'Company', 'Role', 'Message']) {
        await expect(form.getByLabel(label)).toHaveValue('');
      }
    });
  });
});

test.describe('the pipeline', () => {
  const card = (page: Page, category: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name: category }) });

  test('pipeline: areas, milestones, back to top and reveals', async ({ browser, page }) => {
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
        await button.click();
        await expect(button).toHaveAttribute('aria-expanded', 'true');
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
    await test.step('fades in what is scrolled to', async () => {
      await page.emulateMedia({ reducedMotion: null });
      await openLive(page, '/pipeline');
      const main = page.getByRole('main');
      await expect.poll(async () => (await transparentTexts(main)).length).toBeGreaterThan(0);
      const last = sectionUnder(page, 'Research Timeline').locator('ol > li').last();
      await last.scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 600);
      await expect(last).toHaveCSS('opacity', '1');
      await expect.poll(() => transparentTexts(main)).toEqual([]);
    });
    await test.step('comes in at 80% of the screen from below, the timeline at 70% from the left, one by one', async () => {
      const page = await browser.newPage();
      await page.setViewportSize({ width: 1280, height: 1000 });
      await page.addInitScript(recordReveals);
      await openLive(page, '/pipeline');
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
      await page.close();
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

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every step of the demo, the newest posts, every disease and milestone can be read', async ({
    page,
  }) => {
    await page.goto('/');
    for (const [name] of STEPS) {
      await expect(demo(page).getByRole('heading', { name })).toBeVisible();
    }
    for (const value of ['0.85', '0.72', '0.91']) {
      await expect(demo(page).getByText(value)).toBeVisible();
    }
    await expect(demo(page).getByRole('button')).toHaveCount(0);
    const fromTheBlog = page.locator('section', {
      has: page.getByRole('heading', { name: 'From the blog' }),
    });
    await expect(fromTheBlog.locator('h3 a[href^="/blog/"]')).toHaveCount(3);

    await page.goto('/pipeline');
    for (const disease of ['Breast cancer', 'Pancreatic', "Parkinson's disease", 'ALS']) {
      await expect(page.getByRole('heading', { name: disease })).toBeVisible();
    }
    await expect(page.getByRole('button', { name: /diseases/ })).toHaveCount(0);
    await expect(page.getByText('Initial validation on 100K compounds')).toBeVisible();
    expect(await transparentTexts(page.getByRole('main'))).toEqual([]);

    await page.goto('/platform');
    const draft = page.getByRole('link', { name: 'Join the waitlist' });
    await expect(draft).toHaveAttribute('href', /^mailto:info@ligara\.example\?/);
  });
});
