import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const TABLE = 'docs/specification.md';

/** The title of a test, or of a step in one: the first thing in `test(…)` and `it(…)`, also after `.each(…)`. */
const TITLE = /(?:\b(?:test|test\.step|it)\(|\)\()\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1\s*,/g;
/** What stands for a value in the title of a test that is made in a loop. */
const VARIABLE = /\$\{[^}]*\}|%[sdifjoO#]|\$[\w.]+/g;

type Row = { line: number; says: string; tests: { file: string; name: string }[]; rest: string };

const rows = rowsOf(readFileSync(TABLE, 'utf8'));
const titles = new Map<string, Set<string>>();

/** Rows with two cells, but for heads and rules. A test is `file` › name; `<br>` parts them. */
function rowsOf(markdown: string): Row[] {
  return markdown.split('\n').flatMap((text, index) => {
    const [, says, named] = /^\| (.+?) \| ?(.*?) ?\|$/.exec(text) ?? [];
    if (says === undefined || named === undefined || says === 'What it says') return [];
    const tests: Row['tests'] = [];
    const rest = named.split('<br>').filter((entry) => {
      const [, file = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(entry.trim()) ?? [];
      if (name !== '') tests.push({ file, name });
      return name === '';
    });
    return [{ line: index + 1, says, tests, rest: rest.join(' ').trim() }];
  });
}

function titlesIn(file: string): Set<string> {
  const known = titles.get(file);
  if (known !== undefined) return known;
  const found = [...readFileSync(file, 'utf8').matchAll(TITLE)].map(([, quote, title = '']) => {
    const written = quote === '`' ? title : title.replaceAll(/\\(['"])/g, '$1');
    return written.replaceAll(VARIABLE, '…');
  });
  titles.set(file, new Set(found));
  return titlesIn(file);
}

describe(`each row of ${TABLE}`, () => {
  it('names a test, so that nothing that is specified can be lost unnoticed', () => {
    expect(rows.length).toBeGreaterThan(200);
    const wrong = rows
      .filter(({ tests, rest }) => tests.length === 0 || rest !== '')
      .map(
        ({ line, says }) =>
          `${TABLE}:${line} names no test for "${says}". Write one that fails when it is not so, then name it: \`file\` › name of the test.`,
      );
    expect(wrong).toEqual([]);
  });

  it('names tests that exist', () => {
    const wrong = rows.flatMap(({ line, tests }) =>
      tests.flatMap(({ file, name }) => {
        if (!existsSync(file)) {
          return `${TABLE}:${line}: there is no ${file}. Name the file that holds "${name}" now.`;
        }
        if (titlesIn(file).has(name)) return [];
        return `${TABLE}:${line}: ${file} has no test called "${name}". If it was renamed, rename it here; if it was removed, name or write another that fails when this is not so.`;
      }),
    );
    expect(wrong).toEqual([]);
  });
});
