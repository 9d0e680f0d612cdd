// The entry point of all npm scripts: installs and builds when stale, then runs a program under the
// pinned Node.js in node_modules. It must run on any Node.js from 20 on, before anything is installed,
// hence plain JavaScript without dependencies.
//
//   node scripts/setup.mjs start | dev | test [step…] | build
//   node scripts/setup.mjs run | run-built <file> [argument…]
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interrupted, run } from './child.mjs';
import { FLAGS, MALLOC } from './serving.mjs';
import { BUILD_INPUTS, fingerprint } from './staleness.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';
const runtime = join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node');

/** The development server restarts when these change. Vite watches the pages itself. */
const SERVER_ROOMS =
  'accounts app inquiries mail media newsletter posts rendering science server text transfer';
/** @type {Record<string, string[]>} */
const COMMANDS = {
  start: [...FLAGS, 'server.ts'],
  dev: [...SERVER_ROOMS.split(' ').map((room) => `--watch-path=src/${room}`), 'scripts/dev.ts'],
  test: ['scripts/test.ts'],
  build: [],
  run: FLAGS,
  'run-built': FLAGS,
};

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line);
  process.exit(1);
}

/**
 * If it fails, the setup ends.
 * @param {string} doing
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
async function step(doing, program, args, options) {
  console.error(`${doing} …`);
  // What npm and the compiler print goes to standard error: the output is the program's own.
  const code = await run(program, args, { cwd: root, stdio: [0, 2, 2], ...options });
  if (code !== 0) fail(`${doing} ${interrupted ? 'was interrupted' : 'failed'}.`);
}

/**
 * Does `work` unless the stamp that its last success left names the same inputs.
 * @param {string} stamp
 * @param {string} inputs
 * @param {() => Promise<void>} work
 */
async function unlessDone(stamp, inputs, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  rmSync(stamp, { force: true });
  await work();
  writeFileSync(stamp, inputs);
}

/** @param {string} doing @param {string[]} args */
function npm(doing, ...args) {
  // No warnings: npm checks packages against the Node.js it runs on, not the pinned one.
  const all = [...args, '--no-audit', '--no-fund', '--loglevel=error'];
  return step(doing, 'npm', all, { shell: isWindows });
}

async function install() {
  // Not `npm ci`: it refuses a lock file that lacks a native package's build for some platform.
  // devDependencies hold the runtime and the build tools, so they are needed whatever NODE_ENV is.
  await npm('Installing packages', 'install', '--no-save', '--include=dev');
  if (existsSync(runtime)) return;
  // The runtime's own install script fetches it; it did not run where scripts are switched off.
  await npm('Fetching the Node.js runtime', 'rebuild', 'node', '--ignore-scripts=false');
  if (!existsSync(runtime)) fail(`${runtime} is missing. Remove node_modules and try again.`);
}

const { version, platform, arch } = process;
if (Number.parseInt(version.slice(1), 10) < 20) {
  fail(`Node.js 20 or newer is needed; this is ${version}. See https://nodejs.org/download`);
}
const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(COMMANDS, name)) fail('Usage: npm start | test | run dev, see package.json');
const packages = fingerprint(root, ['package-lock.json'], `${platform} ${arch}`);
await unlessDone(join(root, 'node_modules/.installed'), packages, install);
if (['start', 'build', 'run-built'].includes(name)) {
  // Vite writes these settings into the bundle.
  const settings = Object.entries(process.env).filter(([key]) => key.startsWith('VITE_'));
  const pages = fingerprint(root, BUILD_INPUTS, JSON.stringify(settings.sort()));
  const build = ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'error'];
  const env = { ...process.env, NODE_ENV: 'production' };
  await unlessDone(join(root, 'build/.fingerprint'), pages, () =>
    step('Building the pages', runtime, build, { env }),
  );
}
if (name !== 'build') {
  // A program such as an import renders as many posts as the server in a year.
  const memory = name === 'start' || name.startsWith('run') ? MALLOC : {};
  const serving = name === 'start' ? { NODE_ENV: 'production' } : {};
  // The compile cache saves a third of the time in which a program starts.
  const cache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };
  const env = { ...memory, ...process.env, ...serving, ...cache };
  process.exitCode = await run(runtime, [...(COMMANDS[name] ?? []), ...args], { cwd: root, env });
}
