// Starts the child processes of the setup and the tests. Plain JavaScript, see setup.mjs.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The shell between npm and this process; undefined when npm did not start it. */
const npmShell = process.env.npm_lifecycle_event === undefined ? undefined : process.ppid;

/**
 * Runs a program to its end. Signals are forwarded to it, each kind once, and this process stays until
 * the program has ended. Ctrl+C in a terminal is not forwarded: the terminal has already sent it to
 * the whole process group. When npm is stopped, it stops only its shell and signals no descendant:
 * losing that shell counts as SIGTERM.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, quiet?: boolean, shell?: boolean, timeout?: number }} options
 *   `quiet` collects what the program prints instead of showing it; `timeout` in milliseconds
 * @returns {Promise<{ code: number, output: string, interrupted: boolean }>} the exit code as a
 *   shell would report it (128 + number of the signal that ended the program, 127 if it could not
 *   be started), what it printed if `quiet`, and whether this process was asked to stop meanwhile
 */
export function run(program, args, { cwd, env = process.env, quiet = false, shell, timeout }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      shell: shell ?? false,
      ...(timeout === undefined ? {} : { timeout }),
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      windowsHide: true,
    });
    let output = '';
    /** @param {Buffer} bytes */
    const collect = (bytes) => {
      output += bytes.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);

    /** @type {Set<NodeJS.Signals>} */
    const received = new Set();
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      const fromTerminal = signal === 'SIGINT' && process.stdin.isTTY;
      if (!received.has(signal) && !fromTerminal) child.kill(signal);
      received.add(signal);
    };
    for (const signal of FORWARDED) process.on(signal, forward);
    const orphanWatch = setInterval(() => {
      const orphaned = npmShell !== undefined && process.ppid !== npmShell;
      if (orphaned && received.size === 0) forward('SIGTERM');
    }, 250);

    /** @param {number} code */
    const end = (code) => {
      clearInterval(orphanWatch);
      for (const signal of FORWARDED) process.off(signal, forward);
      resolve({ code, output, interrupted: received.size > 0 });
    };
    child.on('error', (error) => {
      output += `${error.message}\n`;
      if (!quiet) process.stderr.write(`${error.message}\n`);
      end(127);
    });
    child.on('close', (code, signal) =>
      end(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
}
