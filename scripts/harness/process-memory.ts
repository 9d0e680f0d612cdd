import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A file of Linux about a process; empty on other systems and when the process has ended. */
export function readProc(pid: number, file: 'limits' | 'status'): string {
  const path = `/proc/${pid}/${file}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Resident memory now (`VmRSS`) or at its peak (`VmHWM`) in KiB; undefined where Linux does not say. */
export function memoryKib(pid: number, figure: 'VmRSS' | 'VmHWM'): number | undefined {
  const line = new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(readProc(pid, 'status'));
  return line === null ? undefined : Number(line[1]);
}

/** The resident set of a process and all its descendants, in megabytes (10⁶ bytes). */
export function residentMegabytes(pid: number): number {
  return (memoryKib(pid, 'VmRSS') === undefined ? fromPs(pid) : fromProc(pid)) * 1024 * 1e-6;
}

/** @returns KiB */
function fromProc(pid: number): number {
  const own = memoryKib(pid, 'VmRSS') ?? Number.NaN;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return children
    .filter((child) => child.trim() !== '')
    .reduce((sum, child) => sum + fromProc(Number(child)), own);
}

/** @returns KiB */
function fromPs(root: number): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0, kib = 0]) => ({ pid, parent, kib }));
  const below = (pid: number): number =>
    processes
      .filter(({ parent }) => parent === pid)
      .reduce((sum, child) => sum + child.kib + below(child.pid), 0);
  const own = processes.find(({ pid }) => pid === root)?.kib ?? Number.NaN;
  return own + below(root);
}
