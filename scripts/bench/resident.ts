import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The resident set of a process and of all below it, in megabytes (10⁶ bytes). */
export function residentMegabytes(pid: number): number {
  return (existsSync(`/proc/${pid}/status`) ? fromProc(pid) : fromPs(pid)) * 1024 * 1e-6;
}

/** @returns kilobytes of 1024 */
function fromProc(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const own = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return children
    .filter((child) => child.trim() !== '')
    .reduce((sum, child) => sum + fromProc(Number(child)), own);
}

/** @returns kilobytes of 1024 */
function fromPs(root: number): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0, kilobytes = 0]) => ({ pid, parent, kilobytes }));
  const below = (pid: number): number =>
    processes
      .filter(({ parent }) => parent === pid)
      .reduce((sum, child) => sum + child.kilobytes + below(child.pid), 0);
  const own = processes.find(({ pid }) => pid === root)?.kilobytes ?? Number.NaN;
  return own + below(root);
}
