// Prevents two setups of the same checkout from installing or building at the same time.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while holding the lock file, which contains the holder's process id. A lock is stale, and
 * removed, when its holder has ended (killed, or the machine restarted).
 * @param {string} path of the lock file
 * @param {(holder: number) => void} onWait called once if another process holds the lock
 * @param {() => Promise<void>} work
 */
export async function withLock(path, onWait, work) {
  let waiting = false;
  let roundsWithoutHolder = 0;
  while (!take(path)) {
    const holder = holderOf(path);
    roundsWithoutHolder = holder === undefined ? roundsWithoutHolder + 1 : 0;
    if (roundsWithoutHolder > 20 || (holder !== undefined && !isAlive(holder))) {
      rmSync(path, { force: true });
      continue;
    }
    if (holder !== undefined && !waiting) {
      waiting = true;
      onWait(holder);
    }
    await sleep(100);
  }
  const release = () => rmSync(path, { force: true });
  process.on('exit', release);
  try {
    await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** @param {string} path */
function take(path) {
  try {
    writeFileSync(path, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} path
 * @returns {number | undefined} undefined while the lock is being taken or released
 */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  // In a container a new process can have the id of the one that left the lock behind.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
