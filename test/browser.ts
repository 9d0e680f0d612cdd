import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** What to do where `findChromium` finds none, in one line. */
export function missingChromium(): string {
  const chosen = process.env.CHROMIUM_PATH;
  return chosen
    ? `CHROMIUM_PATH is ${chosen}, which does not run as a Chromium`
    : 'No Chromium found: install chromium or Google Chrome, or set CHROMIUM_PATH to one';
}

// The first has no window and takes half the processor for the same pages.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['/usr/lib/chromium/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Chromium/Application/chrome.exe'),
    ]),
};

/**
 * A working Chromium on this machine: `CHROMIUM_PATH` (then no other is tried), one on PATH or at the
 * usual paths, or Playwright's own download.
 */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return runs(chosen) ? chosen : undefined;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const candidates = [...onPath, ...(PATHS[process.platform] ?? []), chromium.executablePath()];
  return candidates.find((path) => existsSync(path) && runs(path));
}

/**
 * As `findChromium`, but installs a missing one: Playwright's own build, else the distribution's package
 * (Debian or a derivative, as root). Prints what it does.
 */
export function ensureChromium(): string | undefined {
  const found = findChromium();
  if (found !== undefined || process.env.CHROMIUM_PATH) return found;
  return downloadChromium() ?? installChromium();
}

function downloadChromium(): string | undefined {
  console.log('No Chromium on this machine. Downloading the one that Playwright offers …');
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  const { status } = spawnSync(process.execPath, [cli, 'install', '--no-shell', 'chromium'], {
    stdio: 'inherit',
    timeout: 5 * 60_000,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
  });
  if (status !== 0) console.log('The download failed.');
  return status === 0 ? findChromium() : undefined;
}

function installChromium(): string | undefined {
  if (process.getuid?.() !== 0 || !isDebian()) return undefined;
  console.log("Installing the distribution's chromium packages …");
  const options = {
    stdio: 'inherit',
    timeout: 10 * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const;
  const flags = ['install', '--yes', '--quiet', '--no-install-recommends'];
  const packages = ['chromium', 'chromium-headless-shell', 'fonts-liberation'];
  spawnSync('apt-get', ['update', '--quiet'], options);
  const { status } = spawnSync('apt-get', [...flags, ...packages], options);
  return status === 0 ? findChromium() : undefined;
}

function isDebian(): boolean {
  const release = '/etc/os-release';
  return existsSync(release) && /^ID(?:_LIKE)?=.*debian/m.test(readFileSync(release, 'utf8'));
}

/** Some distributions ship stubs that only name a package to install: a stub prints no version. */
function runs(path: string): boolean {
  // On Windows `--version` opens a window.
  if (process.platform === 'win32') return existsSync(path);
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /\d+\.\d+/.test(stdout);
}
