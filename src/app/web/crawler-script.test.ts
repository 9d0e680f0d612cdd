import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import { CRAWLER_AGENTS, crawlerScript } from './crawler-script.ts';

const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36';

const VISITORS = readTable(new URL('user-agents.tsv', import.meta.url));

type Visit = { userAgent?: string; search?: string; webdriver?: boolean; flag?: string };

/** Runs the script on a page with `elements` headings and paragraphs, and advances the clock. */
function prerenderReady(visit: Visit, elements = 11, milliseconds = 3000): boolean | undefined {
  const { userAgent = PERSON, search = '', webdriver = false, flag } = visit;
  const timers: { run: () => void; delay: number }[] = [];
  const window: Record<string, unknown> = {
    navigator: { userAgent, webdriver },
    location: { search },
    URLSearchParams,
    document: {
      querySelectorAll: (selector: string) => {
        expect(selector).toBe('h1,h2,h3,h4,h5,h6,p');
        return { length: elements };
      },
    },
    setTimeout: (run: () => void, delay: number) => timers.push({ run, delay }),
    ...(flag === undefined ? {} : { [flag]: {} }),
  };
  window.window = window;
  runInNewContext(crawlerScript(), window);
  for (const { run, delay } of timers) if (delay <= milliseconds) run();
  return window.prerenderReady as boolean | undefined;
}

it('takes a person for a person, and finds crawlers by what they call themselves', () => {
  for (const [kind, userAgent = ''] of VISITORS) {
    expect(prerenderReady({ userAgent }), userAgent).toBe(kind === 'crawler' ? true : undefined);
  }
});

it('knows about thirty names, and finds each of them', () => {
  expect(CRAWLER_AGENTS.length).toBeGreaterThanOrEqual(28);
  expect(CRAWLER_AGENTS.length).toBeLessThanOrEqual(35);
  for (const name of CRAWLER_AGENTS) {
    const userAgent = `Mozilla/5.0 ${name.toUpperCase()} 1.0`;
    expect(prerenderReady({ userAgent }), name).toBe(true);
  }
});

it.each(readTable(new URL('visits.tsv', import.meta.url)))(
  'prerenderReady is as it should be for %s',
  (_, expected, visit, elements, milliseconds) => {
    const ready = prerenderReady(JSON.parse(visit), Number(elements), Number(milliseconds));
    expect(String(ready)).toBe(expected);
  },
);
