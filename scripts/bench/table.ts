import { cpus, totalmem, type } from 'node:os';
import { isMet, type Row, type Target } from './row.ts';

/** Prints all rows as one Markdown table. */
export function report(rows: readonly Row[], loadGenerator: string): void {
  const heading = ['Part', 'What', 'Figure', 'Ratio', 'Target', 'Met'];
  const lines = rows.map((row) => {
    const met = isMet(row);
    return [
      row.part,
      row.what,
      `${formatted(row.figure)} ${row.unit}`.trim(),
      row.ratio === undefined ? '' : `×${row.ratio.value.toFixed(2)} of ${row.ratio.of}`,
      row.target === undefined ? '' : targetText(row.target),
      met === undefined ? '' : met ? 'yes' : 'NO',
    ];
  });
  console.log(`\n${describeMachine()}; load from ${loadGenerator}\n`);
  console.log(table([heading, ...lines]));
  const missed = rows.filter((row) => isMet(row) === false).length;
  const withTarget = rows.filter((row) => row.target !== undefined).length;
  console.log(`\n${withTarget - missed} of ${withTarget} targets met`);
}

function describeMachine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = cpus()[0]?.model.trim() || process.arch;
  return `${cpus().length} × ${model}, ${memory} GB, ${type()}, Node ${process.version}`;
}

function formatted(figure: number): string {
  const maximumFractionDigits = Math.abs(figure) >= 1000 ? 0 : Math.abs(figure) >= 10 ? 1 : 2;
  return figure.toLocaleString('en', { maximumFractionDigits });
}

function targetText(target: Target): string {
  return 'atMost' in target
    ? `≤ ${target.atMost.toLocaleString('en')}`
    : `≥ ${target.atLeast.toLocaleString('en')}`;
}

function table([heading = [], ...lines]: readonly (readonly string[])[]): string {
  const widths = heading.map((_, column) =>
    Math.max(3, ...[heading, ...lines].map((cells) => cells[column]?.length ?? 0)),
  );
  const isFigure = (column: number) => column === 2;
  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, column) =>
      isFigure(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) =>
    isFigure(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(heading), line(rule), ...lines.map(line)].join('\n');
}
