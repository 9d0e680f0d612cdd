// The entry point of all npm scripts: installs and builds when stale, then runs a program under the
// pinned Node.js in node_modules. It must run on any Node.js from 20 on, before anything is installed,
// hence plain JavaScript without dependencies.
//
//   node scripts/setup.mjs start | dev | test [step…] | build
//   node scripts/setup.mjs run [--build] <file> [argument…]
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';
import { FLAGS, MALLOC } from './serving.mjs';
import { withLock } from './setup-lock.mjs';
import { buildFingerprint, isInstalled } from './staleness.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const runtime = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
const buildStamp = join(root, 'build/.fingerprint');
const lockFile = join(root, '.setup.lock');

/**
 * What follows the setup: a program for the pinned runtime with its arguments, or nothing. The
 * environment overrides `defaults`, and `env` overrides the environment.
 * @typedef {{ build: boolean, argv: string[], defaults?: NodeJS.ProcessEnv, env?: NodeJS.ProcessEnv }} Plan
 */

/**
 * The development server restarts when these change. Vite watches the pages itself, and writes files
 * that watching by imports would take for changes.
 */
const serverFiles = [
  ...[
    'accounts',
    'app',
    'inquiries',
    'mail',
    'media',
    'newsletter',
    'posts',
    'rendering',
    'science',
  ],
  ...['server', 'text', 'transfer'],
].map((room) => `src/${room}`);

/** Saves a third of the time in which a program starts. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };

/**
 * @param {string | undefined} command
 * @param {string[]} args
 * @returns {Plan | undefined} undefined for a command that does not exist
 */
function planFor(command, args) {
  switch (command) {
    case 'start':
      return {
        build: true,
        argv: [...FLAGS, 'server.ts', ...args],
        defaults: MALLOC,
        env: { NODE_ENV: 'production', ...COMPILE_CACHE },
      };
    case 'dev':
      return {
        build: false,
        argv: [...serverFiles.map((path) => `--watch-path=${path}`), 'scripts/dev.ts', ...args],
        env: { NODE_ENV: 'development' },
      };
    case 'test':
      return { build: false, argv: ['scripts/test.ts', ...args], env: COMPILE_CACHE };
    case 'build':
      return { build: true, argv: [] };
    case 'run': {
      const build = args[0] === '--build';
      const argv = build ? args.slice(1) : args;
      return argv.length > 0 ? { build, argv } : undefined;
    }
    default:
      return;
  }
}

/** @param {string} path @returns {import('./staleness.mjs').Lock | undefined} */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return;
    throw error;
  }
}

function installIsStale() {
  const wanted = readLock(join(root, 'package-lock.json'));
  if (!wanted) fail('package-lock.json is missing. This is not a complete checkout.');
  return !isInstalled(wanted, readLock(join(root, 'node_modules/.package-lock.json')), process);
}

/** @param {string} fingerprint */
const buildIsStale = (fingerprint) =>
  !existsSync(buildStamp) || readFileSync(buildStamp, 'utf8') !== fingerprint;

/** @param {boolean} build */
async function prepare(build) {
  const nothingToDo =
    !installIsStale() &&
    existsSync(runtime) &&
    !(build && buildIsStale(buildFingerprint(root, process.env)));
  if (nothingToDo) return;

  const onWait = (/** @type {number} */ holder) =>
    say(`Waiting for process ${holder}, which is setting up this checkout (.setup.lock) …`);
  await withLock(lockFile, onWait, async () => {
    if (installIsStale()) {
      // Not `npm ci`: it refuses a lock file that lacks a native package's build for some platform.
      // devDependencies hold the runtime and the build tools, so they are needed whatever NODE_ENV is.
      const args = ['install', '--no-save', '--include=dev'];
      await npm('Installing packages', 'Installed packages', args);
    }
    if (!existsSync(runtime)) {
      // The runtime's own install script fetches it; it did not run where scripts are switched off.
      const args = ['rebuild', 'node', '--ignore-scripts=false'];
      await npm('Fetching the Node.js runtime', 'Fetched the Node.js runtime', args);
    }
    if (!existsSync(runtime))
      fail(`${runtime} was not installed. Remove node_modules and try again.`);
    const fingerprint = buildFingerprint(root, process.env);
    if (build && buildIsStale(fingerprint)) {
      rmSync(buildStamp, { force: true });
      const compiler = join(root, 'node_modules/@react-router/dev/bin.cjs');
      await step('Building the pages', 'Built the pages', runtime, [compiler, 'build'], {
        NODE_ENV: 'production',
      });
      mkdirSync(dirname(buildStamp), { recursive: true });
      writeFileSync(buildStamp, fingerprint);
    }
  });
}

/** @param {string} doing @param {string} done @param {string[]} args */
function npm(doing, done, args) {
  // No warnings: npm checks packages against the Node.js it runs on, not the pinned one.
  const flags = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const cli = process.env.npm_execpath;
  return cli && /npm-cli\.[cm]?js$/.test(cli)
    ? step(doing, done, process.execPath, [cli, ...args, ...flags])
    : step(doing, done, 'npm', [...args, ...flags], {}, process.platform === 'win32');
}

/**
 * Runs one long step with progress and duration. If it fails, its output is printed and the setup ends.
 * @param {string} doing
 * @param {string} done
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {boolean} [shell]
 */
async function step(doing, done, program, args, env, shell = false) {
  const started = Date.now();
  const seconds = () => (Date.now() - started) / 1000;
  const terminal = process.stderr.isTTY;
  say(`${doing} …`);
  const ticker = setInterval(
    () => {
      const line = `${doing} … ${Math.round(seconds())} s`;
      process.stderr.write(terminal ? `\r${line}` : `${line}\n`);
    },
    terminal ? 1000 : 10_000,
  );
  const options = { cwd: root, env: { ...process.env, ...env }, quiet: true, shell };
  const { code, output, interrupted } = await run(program, args, options);
  clearInterval(ticker);
  if (terminal && seconds() >= 1) process.stderr.write('\r\x1b[K');
  if (code !== 0) {
    if (!interrupted) process.stderr.write(output);
    fail(`${doing} ${interrupted ? 'was interrupted' : 'failed'} after ${seconds().toFixed(1)} s.`);
  }
  say(`${done} in ${seconds().toFixed(1)} s`);
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}

/** @param {string} line @returns {never} */
function fail(line) {
  say(line);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(
    `Node.js 20 or newer is needed; this is ${process.version}. See https://nodejs.org/download`,
  );
}
const [command, ...args] = process.argv.slice(2);
const plan = planFor(command, args);
if (!plan) {
  fail('Usage: node scripts/setup.mjs start | dev | test [step…] | build | run [--build] <file> …');
}
await prepare(plan.build);
if (plan.argv.length > 0) {
  const env = { ...plan.defaults, ...process.env, ...plan.env };
  const { code } = await run(runtime, plan.argv, { cwd: root, env });
  process.exit(code);
}
