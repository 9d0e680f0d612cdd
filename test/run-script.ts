import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

type Settings = Readonly<Record<string, string>>;

const pathOf = (name: string) => join(import.meta.dirname, '../scripts', name);

/** Starts a program of `scripts/`, without the developer's settings. */
export function startScript(name: string, dataDir: string, args: readonly string[]) {
  return startNode([pathOf(name), ...args], { DATA_DIR: dataDir });
}

/** A command line, such as `['admin.ts', 'list']`, and settings that it and the next ones have. */
export type ScriptCall = { line: readonly [name: string, ...args: string[]]; settings?: Settings };

const RUN_ALL = `
for (const [number, { url, line, settings }] of JSON.parse(process.argv.at(-1)).entries()) {
  process.argv = [process.execPath, ...line];
  Object.assign(process.env, settings);
  process.exitCode = 0;
  await import(url + '?' + number);
  console.log('\\0' + process.exitCode);
  console.error('\\0');
}`;

/** Runs programs one after another in one process: to load them takes longer than what most of them do. */
export async function runScripts(dataDir: string, calls: readonly ScriptCall[]) {
  const all = calls.map((call) => ({ ...call, url: pathToFileURL(pathOf(call.line[0])).href }));
  const node = startNode(['--input-type=module', '-', JSON.stringify(all)], { DATA_DIR: dataDir });
  node.stdin.end(RUN_ALL);
  const { out, err } = await resultOf(node);
  const ended = out.split(/\0(\d)\n/);
  const errors = err.split('\0\n');
  return calls.map((_, index) => ({
    code: Number(ended[2 * index + 1]),
    out: ended[2 * index] ?? '',
    err: errors[index] ?? '',
  }));
}

/**
 * What programs wrote and ended with, as in a terminal, but for what differs each time.
 *
 * @param names folders and what stands for them
 */
export async function transcriptOf(
  dataDir: string,
  calls: readonly ScriptCall[],
  names: Readonly<Record<string, string>> = {},
): Promise<string> {
  const ran = await runScripts(dataDir, calls);
  const lines = calls.map(({ line }, index) => {
    const { out, err, code } = ran[index] as Ran;
    return `$ ${line.join(' ')}\n${out}${err}→ ${code}\n`;
  });
  return Object.entries(names)
    .reduce((text, [folder, name]) => text.replaceAll(folder, name), lines.join('\n'))
    .replace(/(?<=password {2})\S{20,}/g, '…')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
    .replace(/(?<=since )\S+|\d{4}-[\d-]{5}T[\d:.]+Z/g, 'TIME')
    .replace(/import-\d+/g, 'import-TIME')
    .replace(/\d+\.\d s\b/g, 'N s')
    .replace(/(?<=--trash )\S+/g, 'REPORT')
    .replace(/^\d+ of \d+ (?:items|posts and files)\n/gm, '');
}

export type Ran = Awaited<ReturnType<typeof runScripts>>[number];

function startNode(args: readonly string[], settings: Settings) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, args, {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    stdio: 'pipe',
  });
}

async function resultOf(child: ReturnType<typeof startNode>) {
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, out, err };
}
