import { expect } from '@playwright/test';
import { crash } from '../../scripts/trials/crash.ts';
import { test } from './page-test.ts';

/** A trial of `npm run trial` in short, so that it cannot come to mean nothing. */

test.describe.configure({ timeout: 180_000 });

test('a crash loses nothing that was answered', async () => {
  expect(await crash.run(['--rounds', '1', '--engine', 'sqlite'])).toBe(true);
});
