import { expect } from '@playwright/test';
import { crash } from '../../scripts/trials/crash.ts';
import { instances } from '../../scripts/trials/instances.ts';
import { test } from './page-test.ts';

/** The trials of `npm run trial` in short, so that they cannot come to mean nothing. */

test.describe.configure({ timeout: 180_000 });

test('a crash loses nothing that was answered', async () => {
  expect(await crash.run(['--rounds', '1', '--engine', 'sqlite'])).toBe(true);
});

test('two machines write at once without a failure, and show what either of them publishes', async () => {
  expect(await instances.run(['--posts', '20', '--rounds', '1', '--races', '0'])).toBe(true);
});
