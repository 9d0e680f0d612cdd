import { expect, test } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
import { renderBody } from '../../../rendering/body.ts';
import { keysShown } from './shortcuts.ts';
import { EXAMPLE_REFERENCES, HELP, SYNTAX_EXAMPLES } from './syntax-examples.ts';

/** What readers get of each example. */
const SHOWN = readTable(new URL('syntax-examples.tsv', import.meta.url));

test('an example of the writing help gives what it shows, and nothing is lost or changed in it', async () => {
  expect(SYNTAX_EXAMPLES).toHaveLength(SHOWN.length);
  const help = await renderBody(HELP, { references: EXAMPLE_REFERENCES });
  for (const [index, source] of SYNTAX_EXAMPLES.entries()) {
    const [name, ...parts] = SHOWN[index] ?? [];
    const references = source.includes('@cheng1973') ? EXAMPLE_REFERENCES : [];
    const { html, findings: all, format } = await renderBody(source, { references });
    // An example is to be referred to by the text that it is put into.
    const findings = all.filter(({ code }) => code !== 'label-not-referred');
    expect([name, findings, format]).toEqual([name, [], 'markdown']);
    for (const part of parts) expect(html).toContain(part);
    expect(help.html).toContain(`>${name}`);
  }
});

test('the writing help names the shortcuts that there are', () => {
  for (const tool of [
    'bold',
    'italic',
    'link',
    'bullets',
    'citation',
    'footnote',
    'insert',
  ] as const) {
    expect(HELP).toContain(`| <kbd>${keysShown(tool, false)}</kbd> |`);
  }
});
