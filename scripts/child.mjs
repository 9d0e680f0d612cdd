// Starts the child processes of the setup and the tests. Plain JavaScript, see setup.mjs.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** The shell between npm and this process; undefined when npm did not start it. */
const npmShell = process.env.npm_lifecycle_event === undefined ? undefined : process.ppid;

/**
 * Runs a program to its end, and forwards signals to it. Ctrl+C in a terminal is not forwarded: the
 * terminal has already sent it to the whole process group. When npm is stopped, it stops only its shell
 * and signals no descendant: losing that shell counts as SIGTERM.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, interrupted: boolean }>} the exit code as a shell would report it
 *   (128 + number of the signal that ended the program, 127 if it could not be started), and whether
 *   this process was asked to stop meanwhile
 */
export function run(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', windowsHide: true, ...options });
    let interrupted = false;
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      const fromTerminal = signal === 'SIGINT' && process.stdin.isTTY;
      if (!interrupted && !fromTerminal) child.kill(signal);
      interrupted = true;
    };
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    for (const signal of signals) process.on(signal, forward);
    const orphanWatch = setInterval(() => {
      if (npmShell !== undefined && process.ppid !== npmShell) forward('SIGTERM');
    }, 250);
    /** @param {number} code */
    const end = (code) => {
      clearInterval(orphanWatch);
      for (const signal of signals) process.off(signal, forward);
      resolve({ code, interrupted });
    };
    child.on('error', ({ message }) => {
      console.error(message);
      end(127);
    });
    child.on('close', (code, signal) =>
      end(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
}
