import { site } from '../src/content/site.ts';
import type { ImportedItem } from '../src/transfer/import.ts';
import { record } from '../src/transfer/import-reports.ts';
import type { System } from '../src/transfer/source.ts';
import { showProgress } from './show-progress.ts';

/** Days as the site shows them, `2012-05-08`. */
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: site.timeZone });

/** Shows the progress of an import, writes its report, and returns what became of all items. */
export async function followImport(
  total: number,
  imported: AsyncIterable<ImportedItem>,
  file: string | null,
): Promise<ImportedItem[]> {
  const items: ImportedItem[] = [];
  const progress = showProgress(total, 'items');
  for await (const item of imported) {
    if (file !== null) record(item, file);
    items.push(item);
    progress.update(items.length, item.label);
  }
  progress.stop();
  return items;
}

type Report = {
  isDryRun: boolean;
  system: System;
  /** About the source as a whole. */
  notes: readonly string[];
  seconds: number;
  /** The report by which the import is taken back; null for none. */
  file: string | null;
};

export function reportImport(items: readonly ImportedItem[], report: Report): void {
  const { isDryRun, system, notes, seconds, file } = report;
  const counts = countOutcomes(items);
  console.log(
    `${items.length} items of ${system} in ${seconds.toFixed(1)} s: ${counts.imported} ${isDryRun ? 'would be imported' : 'imported'}, ${counts.skipped} skipped, ${counts.failed} failed`,
  );
  for (const note of notes) console.log(`  ${note}`);
  if (isDryRun) printTable(items);
  else printNotes(items);
  printReasons(items);
  if (file !== null && counts.imported > 0) {
    console.log(`  npm run import -- --trash ${file} takes it back`);
  }
}

function countOutcomes(items: readonly ImportedItem[]) {
  const count = (outcome: ImportedItem['outcome']) =>
    items.filter((item) => item.outcome === outcome).length;
  return { imported: count('imported'), skipped: count('skipped'), failed: count('failed') };
}

export function printJson(items: readonly ImportedItem[], report: Report): void {
  const { isDryRun, system, notes } = report;
  const counts = countOutcomes(items);
  console.log(JSON.stringify({ dryRun: isDryRun, system, counts, notes, items }, null, 2));
}

/** Each item with its new address, and below it what would be lost or changed. */
function printTable(items: readonly ImportedItem[]): void {
  const rows = items.filter(({ outcome }) => outcome === 'imported');
  const width = Math.min(60, Math.max(0, ...rows.map(({ label }) => label.length)));
  for (const { label, slug, status, date, notes } of rows) {
    const published = date === null ? 'no date   ' : day.format(new Date(date));
    const address = slug === '' ? '' : `/blog/${slug}`;
    const line = `  ${label.padEnd(width)}  ${published}  ${status.padEnd(9)}  ${address}`;
    console.log(line.trimEnd());
    for (const note of notes) console.log(`      ${note}`);
  }
}

/** The kinds of notes by their number, with the first item of each. */
function printNotes(items: readonly ImportedItem[]): void {
  const notes = items.flatMap(({ label, notes: own }) => own.map((note) => ({ note, label })));
  const kinds = Map.groupBy(notes, ({ note }) =>
    note.replace(/^Line \d+: /, '').replace(/:.*/s, ''),
  );
  for (const [what, all] of kinds) {
    console.log(`  ${what}: ${all.length} times, first in ${all[0]?.label}`);
  }
  if (kinds.size > 0) console.log('  (--json lists everything, as does --dry-run beforehand)');
}

function printReasons(items: readonly ImportedItem[]): void {
  const skipped = items.filter(({ outcome }) => outcome === 'skipped');
  for (const [reason, all] of Map.groupBy(skipped, (item) => item.reason)) {
    console.log(`  skipped ${all.length}: ${reason}`);
  }
  for (const { outcome, label, reason } of items) {
    if (outcome === 'failed') console.log(`  failed ${label}: ${reason}`);
  }
}
