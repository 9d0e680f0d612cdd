import { expect, test } from 'vitest';
import { SHOWN_FIELD } from '../../../ui/honeypots.tsx';
import { wasTooFast } from './too-fast.ts';

const NOW = '2026-03-01T09:00:00.000Z';

function formShown(instant?: string): FormData {
  const form = new FormData();
  if (instant !== undefined) form.set(SHOWN_FIELD, instant);
  return form;
}

test('a form that a bot filled in at once is detected, a person’s is not', () => {
  expect(wasTooFast(formShown('2026-03-01T08:59:59.000Z'), NOW)).toBe(false);
  expect(wasTooFast(formShown('2026-02-27T09:00:00.000Z'), NOW)).toBe(false);
  for (const instant of [
    '2026-03-01T08:59:59.001Z',
    NOW,
    '2027-01-01T00:00:00.000Z',
    'x',
    undefined,
  ]) {
    expect([instant, wasTooFast(formShown(instant), NOW)]).toEqual([instant, true]);
  }
});
