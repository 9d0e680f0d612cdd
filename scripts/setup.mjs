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
const isWindows = process.platform === 'win32';
const runtime = join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node');
const buildStamp = join(root, 'build/.fingerprint');

/** The development server restarts when these change. Vite watches the pages itself. */
const SERVER_ROOMS =
  'accounts app inquiries mail media newsletter posts rendering science server text transfer';
/** Saves a third of the time in which a program starts. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line);
  process.exit(1);
}

/** @param {string} path */
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

function installIsStale() {
  const wanted = read(join(root, 'package-lock.json'));
  if (!wanted) fail('package-lock.json is missing. This is not a complete checkout.');
  const found = read(join(root, 'node_modules/.package-lock.json'));
  return !isInstalled(JSON.parse(wanted), found && JSON.parse(found), process);
}

const buildIsStale = () => read(buildStamp) !== buildFingerprint(root, process.env);

/**
 * Runs one long step and says what it does and how long it took. If it fails, the setup ends.
 * @param {string} doing
 * @param {string} done
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
async function step(doing, done, program, args, options) {
  const started = Date.now();
  console.error(`${doing} …`);
  // What npm and the compiler print goes to standard error: the output is the program's own.
  const { code, interrupted } = await run(program, args, {
    cwd: root,
    stdio: [0, 2, 2],
    ...options,
  });
  const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`;
  if (code !== 0) fail(`${doing} ${interrupted ? 'was interrupted' : 'failed'} after ${seconds}.`);
  console.error(`${done} in ${seconds}`);
}

/** @param {string} doing @param {string} done @param {string[]} args */
function npm(doing, done, args) {
  // No warnings: npm checks packages against the Node.js it runs on, not the pinned one.
  const all = [...args, '--no-audit', '--no-fund', '--loglevel=error'];
  const cli = process.env.npm_execpath;
  return cli && /npm-cli\.[cm]?js$/.test(cli)
    ? step(doing, done, process.execPath, [cli, ...all])
    : step(doing, done, 'npm', all, { shell: isWindows });
}

/** @param {boolean} build */
async function prepare(build) {
  if (!installIsStale() && existsSync(runtime) && !(build && buildIsStale())) return;
  const onWait = (/** @type {number} */ holder) =>
    console.error(
      `Waiting for process ${holder}, which is setting up this checkout (.setup.lock) …`,
    );
  await withLock(join(root, '.setup.lock'), onWait, async () => {
    // Not `npm ci`: it refuses a lock file that lacks a native package's build for some platform.
    // devDependencies hold the runtime and the build tools, so they are needed whatever NODE_ENV is.
    const install = ['install', '--no-save', '--include=dev'];
    if (installIsStale()) await npm('Installing packages', 'Installed packages', install);
    // The runtime's own install script fetches it; it did not run where scripts are switched off.
    const fetch = ['rebuild', 'node', '--ignore-scripts=false'];
    if (!existsSync(runtime)) {
      await npm('Fetching the Node.js runtime', 'Fetched the Node.js runtime', fetch);
    }
    if (!existsSync(runtime)) fail(`${runtime} is missing. Remove node_modules and try again.`);
    if (!build || !buildIsStale()) return;
    const fingerprint = buildFingerprint(root, process.env);
    rmSync(buildStamp, { force: true });
    const compiler = join(root, 'node_modules/@react-router/dev/bin.cjs');
    const args = [compiler, 'build', '--logLevel', 'warn'];
    const env = { ...process.env, NODE_ENV: 'production' };
    await step('Building the pages', 'Built the pages', runtime, args, { env });
    mkdirSync(dirname(buildStamp), { recursive: true });
    writeFileSync(buildStamp, fingerprint);
  });
}

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(
    `Node.js 20 or newer is needed; this is ${process.version}. See https://nodejs.org/download`,
  );
}
const [command = '', ...args] = process.argv.slice(2);
const isBuilt = command === 'run' && args[0] === '--build';
/**
 * For the pinned runtime. The environment overrides `MALLOC`.
 * @type {Record<string, { argv: string[], build?: boolean, env?: NodeJS.ProcessEnv }>}
 */
const commands = {
  start: {
    argv: [...FLAGS, 'server.ts', ...args],
    build: true,
    env: { ...MALLOC, ...process.env, NODE_ENV: 'production', ...COMPILE_CACHE },
  },
  dev: {
    argv: [
      ...SERVER_ROOMS.split(' ').map((room) => `--watch-path=src/${room}`),
      'scripts/dev.ts',
      ...args,
    ],
    env: { ...process.env, NODE_ENV: 'development' },
  },
  test: { argv: ['scripts/test.ts', ...args], env: { ...process.env, ...COMPILE_CACHE } },
  build: { argv: [], build: true },
  run: { argv: isBuilt ? args.slice(1) : args, build: isBuilt },
};
const plan = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (!plan || (command === 'run' && plan.argv.length === 0)) {
  fail('Usage: node scripts/setup.mjs start | dev | test [step…] | build | run [--build] <file> …');
}
await prepare(plan.build === true);
if (plan.argv.length > 0) {
  process.exitCode = (await run(runtime, plan.argv, { cwd: root, env: plan.env })).code;
}
