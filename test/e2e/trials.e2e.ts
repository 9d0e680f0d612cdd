import { expect } from '@playwright/test';
import { tryCrash } from '../../scripts/trials/crash.ts';
import { test } from './page-test.ts';

test.describe.configure({ timeout: 180_000 });

test('a crash loses nothing that was answered', async () => {
  expect(await tryCrash(['--rounds', '1', '--engine', 'sqlite'])).toBe(true);
});
