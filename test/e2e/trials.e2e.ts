import { expect } from '@playwright/test';
import { chemistry } from '../../scripts/trials/chemistry.ts';
import { crash } from '../../scripts/trials/crash.ts';
import { instances } from '../../scripts/trials/instances.ts';
import { outage } from '../../scripts/trials/outage.ts';
import { test } from './page-test.ts';

/** The trials of `npm run trial` in short, so that they cannot come to mean nothing. */

test.describe.configure({ timeout: 180_000 });

for (const engine of ['sqlite', 'postgres']) {
  test(`a crash loses nothing that was answered, on ${engine}`, async () => {
    expect(await crash.run(['--rounds', '1', '--engine', engine])).toBe(true);
  });
}

test('two machines write at once without a failure, and show what either of them publishes', async () => {
  expect(await instances.run(['--posts', '40', '--rounds', '3', '--races', '0'])).toBe(true);
});

test('a database that goes away and comes back costs neither pages nor posts', async () => {
  expect(await outage.run(['--seconds', '3'])).toBe(true);
});

test('hostile structures in posts harm none after them', async () => {
  expect(await chemistry.run(['--molecules', '2000'])).toBe(true);
});
