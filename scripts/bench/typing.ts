import type { Browser, CDPSession, Page } from '@playwright/test';
import { storeSession } from '../../test/e2e/sign-in.ts';
import { startProductionSite } from '../../test/production-site.ts';
import { signIn } from '../harness/editor.ts';
import { launchBrowser } from '../harness/launch-browser.ts';
import { percentile } from '../harness/statistics.ts';
import { measureEditing } from './editing-times.ts';

const KEYS = 'typing goes on and on '.repeat(7);
/** The pause of a fast typist between two keys. */
const PAUSE_MS = 70;
const TARGET_MS = 20;
const FULL_PAGE = 'full page, with preview';
/** The ways to write, and what the browser remembers of each. */
const FORMS: readonly (readonly [string, Record<string, string>])[] = [
  ['the form, preview closed', {}],
  ['the form, preview open', { livePreview: 'open' }],
  [FULL_PAGE, { fullPageWriting: 'on' }],
];
const FIELD = { name: 'Content (HTML or Markdown)' };

/** 100 KB of an ordinary post: prose, headings, lists, tables, code. */
const TEXT = Array.from(
  { length: 500 },
  (_, n) =>
    `## Section ${n}\n\n${'A sentence about a *measurement* and what it does not tell. '.repeat(2)}\n\n- one\n- [two](https://a.example/${n})\n\n| d | e |\n| - | - |\n| \`f\` | ${n} |\n`,
)
  .join('\n')
  .slice(0, 100_000);

/**
 * The cost of a key in the form of a post of 100 KB, with the preview closed and open and on the full page, and
 * for comparison in a text area alone: processor time of the page's main thread from the key to the frame that shows
 * it, layout and paint included. Unlike wall-clock time it does not count other programs.
 */
export async function measureTyping(): Promise<void> {
  const site = await startProductionSite();
  let browser: Browser | undefined;
  try {
    const editor = await signIn(site);
    const post = { title: 'Long', slug: 'long', content: TEXT, status: 'draft' };
    await editor.call('POST', '/api/admin/blog/posts', post);
    browser = await launchBrowser({ args: ['--disable-gpu'] });
    console.log(
      `${KEYS.length} keys in ${TEXT.length.toLocaleString('en')} characters, main thread, target ≤ ${TARGET_MS} ms`,
    );
    const alone = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await alone.setContent(
      '<textarea aria-label="Content (HTML or Markdown)" style="width:600px;height:600px"></textarea>',
    );
    await alone.getByRole('textbox', FIELD).evaluate((area: HTMLTextAreaElement, text) => {
      area.value = text;
    }, TEXT);
    print('a text area alone', await typeInto(alone));
    await alone.close();
    const url = `${site.address}/admin/edit-post/long`;
    for (const [name, settings] of FORMS) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await storeSession(page, editor);
      await page.addInitScript((stored) => {
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      }, settings);
      await page.goto(url);
      print(name, await typeInto(page));
      if (name === FULL_PAGE) await measureEditing(page, url);
      await page.close();
    }
  } finally {
    await browser?.close();
    await site.stop();
  }
}

function print(what: string, costs: readonly number[]): void {
  const at = (percent: number) => `${percentile(costs, percent).toFixed(1)} ms`;
  console.log(
    `  ${what.padEnd(24)}  median ${at(50)}  p95 ${at(95)}  most ${at(100)}  (${costs.length} keys)`,
  );
}

/** @returns milliseconds of the main thread for each key */
async function typeInto(page: Page): Promise<number[]> {
  await page.getByRole('textbox', FIELD).evaluate((area: HTMLTextAreaElement) => {
    const middle = area.value.indexOf('sentence', area.value.length / 2);
    area.focus();
    area.setSelectionRange(middle, middle);
  });
  // As after a minute of writing: the code is compiled and the preview has been rendered.
  await page.keyboard.type('Some words first. ', { delay: PAUSE_MS });
  await page.waitForTimeout(3_000);
  const session = await page.context().newCDPSession(page);
  const events = await traced(session, () => page.keyboard.type(KEYS, { delay: PAUSE_MS }));
  return costsOfKeys(events);
}

type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** Processor time of the thread, in microseconds. */
  tdur?: number;
  tid: number;
  pid: number;
  args: { data?: { type?: string } };
};

async function traced(session: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
    transferMode: 'ReportEvents',
  });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return events;
}

/** What lies between the task that a key starts and the one that finishes painting the next frame. */
function costsOfKeys(events: readonly TraceEvent[]): number[] {
  const keys = events.filter(
    ({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown',
  );
  const thread = keys[0];
  if (thread === undefined) throw new Error('The trace holds no key');
  const onThread = events
    .filter(({ tid, pid, dur }) => tid === thread.tid && pid === thread.pid && dur !== undefined)
    .sort((a, b) => a.ts - b.ts);
  const tasks = outermost(onThread);
  const frames = onThread.filter(({ name }) => name === 'Layerize');
  return keys.flatMap((key) => {
    const frame = frames.find(({ ts }) => ts > key.ts);
    if (frame === undefined) return [];
    const within = tasks.filter(({ ts, dur = 0 }) => ts + dur > key.ts && ts <= frame.ts);
    return [within.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000];
  });
}

/** The events that are nested in no other: the tasks of a thread. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = Number.NEGATIVE_INFINITY;
  return events.filter(({ ts, dur = 0 }) => {
    if (ts < end) return false;
    end = ts + dur;
    return true;
  });
}
