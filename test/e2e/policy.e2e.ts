import { expect } from '@playwright/test';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { readTable } from '../read-table.ts';
import { test } from './page-test.ts';

const KINDS = readTable(new URL('answers.tsv', import.meta.url)).map(
  ([kind = '', path = '', status]) => [kind, path, Number(status)] as const,
);

const PROTECTION = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': expect.any(String),
  'permissions-policy': expect.stringContaining('camera=()'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

function worseThanNotes(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity < Severity.INFO)
    .map(({ severity, directive, description }) =>
      [Severity[severity], directive, description].join(' '),
    );
}

test('headers: every kind of answer is protected, sets no cookie and is no script', async ({
  request,
  api,
}) => {
  await test.step('every kind of answer comes with a policy that an evaluator has nothing to say against', async () => {
    const letter = await api.call<{ address: string }>('POST', '/api/admin/newsletter/preview', {
      slug: 'how-to-read-an-ic50',
    });
    const kinds = [...KINDS, ['a letter', letter.address, 200] as const];
    for (const [kind, path, status] of kinds) {
      const answer = path.includes('/letters/')
        ? await request.post(path, { form: {} })
        : await request.get(path, { maxRedirects: 0 });
      expect([kind, answer.status()]).toEqual([kind, status]);
      const headers = answer.headers();
      expect([kind, headers]).toEqual([kind, expect.objectContaining(PROTECTION)]);
      expect([kind, worseThanNotes(headers['content-security-policy'] ?? '')]).toEqual([kind, []]);
      expect([kind, headers['set-cookie']]).toEqual([kind, undefined]);
    }
  });
  await test.step('nothing but built files has the type of a script, whatever is asked of it', async () => {
    for (const [kind, path] of KINDS) {
      const query = 'callback=alert&jsonp=alert&format=js';
      const answer = await request.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
      const type = answer.headers()['content-type'] ?? '';
      expect([kind, type]).toEqual([kind, expect.not.stringMatching(SCRIPT_TYPE)]);
      expect([kind, (await answer.text()).startsWith('alert')]).toEqual([kind, false]);
    }
  });
});

/** What browsers run as a script (WHATWG MIME Sniffing, 4.6), and as WebAssembly. */
const SCRIPT_TYPE = /(?:java|ecma|j|live)script|\bwasm\b/i;
