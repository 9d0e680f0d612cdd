// Runs the child processes of the setup and the tests, one at a time. Plain JavaScript, see setup.mjs.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const npmShell = process.ppid;
/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
export let interrupted = false;

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  // A terminal sends Ctrl+C to the whole process group, the child included.
  const fromTerminal = signal === 'SIGINT' && process.stdin.isTTY;
  if (!interrupted && !fromTerminal) child?.kill(signal);
  interrupted = true;
}
process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);

// When npm is stopped, it stops only its shell: losing that shell counts as SIGTERM.
if (process.env.npm_lifecycle_event !== undefined) {
  setInterval(() => process.ppid !== npmShell && stop('SIGTERM'), 250).unref();
}

/**
 * Resolves to the exit code as a shell would report it: 128 + number of the signal that ended the
 * program, 127 if it could not be started.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export const run = (program, args, options) =>
  new Promise((resolve) => {
    if (interrupted) return resolve(130);
    child = spawn(program, args, { stdio: 'inherit', windowsHide: true, ...options });
    child.on('error', ({ message }) => console.error(message)).on('error', () => resolve(127));
    child.on('close', (code, signal) =>
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
    );
  });
