import { expect, test } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
import { renderBody } from '../../../rendering/body.ts';
import {
  apart,
  EXAMPLE_REFERENCES,
  EXAMPLES_TOGETHER,
  SYNTAX_EXAMPLES,
} from './syntax-examples.ts';

/** What readers get of each example. */
const SHOWN = readTable(new URL('syntax-examples.tsv', import.meta.url));

test('an example of the writing help gives what it shows, and nothing is lost or changed in it', async () => {
  expect(SYNTAX_EXAMPLES.map(({ name }) => name)).toEqual(SHOWN.map(([name]) => name));
  for (const [index, { name, source }] of SYNTAX_EXAMPLES.entries()) {
    const [, ...parts] = SHOWN[index] ?? [];
    const references = source.includes('@cheng1973') ? EXAMPLE_REFERENCES : [];
    const { html, findings: all, format } = await renderBody(source, { references });
    // An example is to be referred to by the text that it is put into.
    const findings = all.filter(({ code }) => code !== 'label-not-referred');
    expect([name, findings, format]).toEqual([name, [], 'markdown']);
    for (const part of parts) expect(html).toContain(part);
  }
});

test('the examples can be rendered together and told apart again', async () => {
  const { html } = await renderBody(EXAMPLES_TOGETHER, { references: EXAMPLE_REFERENCES });
  const parts = apart(html);
  expect(parts).toHaveLength(SYNTAX_EXAMPLES.length);
  expect(parts[0]).toContain('<h2');
  expect(parts.at(-1)).toContain('With fresh cells each time.');
});
