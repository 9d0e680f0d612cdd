import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findChromium, missingChromium } from './test/browser.ts';
import { freePort } from './test/free-port.ts';
import { settingsOf } from './test/production-site.ts';

// Workers evaluate this file again: the first process hands shared values down in the environment.
if (process.env.E2E_DATA_DIR === undefined) {
  const browser = findChromium();
  if (browser === undefined) throw new Error(missingChromium());
  process.env.CHROMIUM_PATH = browser;
  process.env.ADMIN_EMAIL = 'admin@ligara.example';
  process.env.ADMIN_PASSWORD = randomBytes(18).toString('base64url');
  const folder = mkdtempSync(join(tmpdir(), 'ligara-e2e-'));
  process.env.E2E_DATA_DIR = join(folder, 'site');
  process.env.E2E_URL = `http://127.0.0.1:${await freePort()}`;
  process.env.E2E_LIVE_DATA_DIR = join(folder, 'live-site');
  // Passkeys need a name.
  process.env.E2E_LIVE_URL = `http://localhost:${await freePort()}`;
  process.env.E2E_SMTP_PORT = `${await freePort()}`;
  process.env.E2E_SIGNED_IN = join(folder, 'signed-in.json');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
const { CHROMIUM_PATH = '', E2E_DATA_DIR = '', E2E_URL = '' } = process.env;
const { E2E_LIVE_DATA_DIR = '', E2E_LIVE_URL = '', E2E_SMTP_PORT = '' } = process.env;

function site(address: string, settings: Record<string, string>) {
  const { ADMIN_EMAIL = '', ADMIN_PASSWORD = '' } = process.env;
  return {
    command: `"${process.execPath}" server.ts`,
    url: `${address}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 },
    env: settingsOf(address, { ADMIN_EMAIL, ADMIN_PASSWORD, ...settings }),
  };
}

export default defineConfig({
  testDir: 'test/e2e',
  // Trials take minutes and are run by hand: docs/trials.md.
  testMatch: process.env.E2E_TRIALS === 'on' ? '*.trial.ts' : '*.e2e.ts',
  globalSetup: './test/e2e/global-setup.ts',
  fullyParallel: true,
  // More than the processors of a small machine: tests wait for autosaves, previews and other processes.
  workers: 3,
  forbidOnly: process.env.CI === 'true',
  // A browser that hangs is no defect of the site; retried tests are listed at the end of the run.
  retries: process.env.CI === 'true' ? 1 : 0,
  timeout: 120_000,
  // A small machine that runs a browser, the site and the tests at once answers late.
  expect: { timeout: 15_000 },
  // Only a run that hangs takes as long: 10 minutes on two processors, 17 where their host is busy.
  globalTimeout: 30 * 60_000,
  use: {
    // An ordinary desktop browser: the site treats crawlers and automated browsers differently.
    ...devices['Desktop Chrome'],
    baseURL: E2E_URL,
    // Differs from the site's zone: dates must not depend on the reader's.
    timezoneId: 'America/New_York',
    // What is not there is told before the time of the whole test has passed.
    actionTimeout: 30_000,
    // Movements are drawn by the processor: tests of them ask for them (`MOVING`).
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes more of the processor than half of what the tests do: `--trace on` records a run.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM_PATH,
      // In a locale that is not of UTF-8, Chromium calls a file with other letters "download".
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-blink-features=AutomationControlled',
        '--disable-gpu',
        '--disable-quic',
        // A page lives for seconds: what optimizes its code takes more of the processor than it saves.
        '--js-flags=--no-opt --no-maglev --single-threaded-gc',
        // Tests reach nothing outside this machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
  webServer: [
    site(E2E_URL, { DATA_DIR: E2E_DATA_DIR }),
    site(E2E_LIVE_URL, {
      DATA_DIR: E2E_LIVE_DATA_DIR,
      LIVE_FORMS: 'on',
      SMTP_URL: `smtp://127.0.0.1:${E2E_SMTP_PORT}`,
    }),
  ],
});
