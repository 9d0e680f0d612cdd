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
  const release = () => rmSync(path, { force: true });
  let waiting = false;
  for (let emptyRounds = 0; !take(path); await sleep(100)) {
    const holder = holderOf(path);
    // Without an id the lock is being taken or released.
    emptyRounds = holder === 0 ? emptyRounds + 1 : 0;
    if (emptyRounds > 20 || (holder !== 0 && !isAlive(holder))) release();
    else if (holder !== 0 && !waiting) {
      waiting = true;
      onWait(holder);
    }
  }
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

/** @param {string} path */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    // In a container a new process can have the id of the one that left the lock behind.
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
