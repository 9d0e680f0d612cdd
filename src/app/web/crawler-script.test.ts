import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
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

describe('crawler detection', () => {
  it('takes a person for a person, and finds crawlers by what they call themselves', () => {
    for (const [kind, userAgent = ''] of VISITORS) {
      const ready = kind === 'crawler' ? true : undefined;
      expect(prerenderReady({ userAgent }), userAgent).toBe(ready);
    }
  });

  it('knows about thirty names, and finds each of them', () => {
    expect(CRAWLER_AGENTS.length).toBeGreaterThanOrEqual(28);
    expect(CRAWLER_AGENTS.length).toBeLessThanOrEqual(35);
    for (const name of CRAWLER_AGENTS) {
      expect(prerenderReady({ userAgent: `Mozilla/5.0 ${name.toUpperCase()} 1.0` }), name).toBe(
        true,
      );
    }
  });

  it.each([
    '?prerender',
    '?prerender=1',
    '?_escaped_fragment_=',
    '?a=b&_escaped_fragment_=%2Fblog',
  ])('detects a query parameter of prerenderers: %s', (search) =>
    expect(prerenderReady({ search })).toBe(true),
  );

  it('detects automated browsers', () => {
    // A parameter of a similar name is none.
    expect(prerenderReady({ search: '?type=prerender&prerendered=1' })).toBeUndefined();
    expect(prerenderReady({ webdriver: true })).toBe(true);
    expect(prerenderReady({ flag: '_phantom' })).toBe(true);
    expect(prerenderReady({ flag: 'callPhantom' })).toBe(true);
    expect(prerenderReady({ flag: '__nightmare' })).toBe(true);
  });
});

describe('window.prerenderReady', () => {
  const crawler = { webdriver: true };

  it('is false before three seconds have passed', () => {
    expect(prerenderReady(crawler, 11, 2999)).toBe(false);
    expect(prerenderReady(crawler, 11, 3000)).toBe(true);
  });

  it('is false on a page that is almost empty', () => {
    expect(prerenderReady(crawler, 10)).toBe(false);
    expect(prerenderReady(crawler, 0)).toBe(false);
  });
});
