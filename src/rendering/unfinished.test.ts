import { expect, test } from 'vitest';
import { readTable } from '../../test/read-table.ts';
import { findUnfinished, unfinishedText, uploadPlaceholder } from './unfinished.ts';

const MERGED = ['<<<<<<< yours', 'a', '||||||| before', 'b', '=======', 'c', '>>>>>>> theirs'];
const CODE = `Before\n${MERGED.join('\n')}`;
const PLACEHOLDER = uploadPlaceholder('a (2).png');

test.each([
  ...readTable(new URL('conflict-markers.tsv', import.meta.url)),
  ...['\n', '\r\n', '\r'].map((lineBreak) => ['2', ['Before', ...MERGED].join(lineBreak)]),
])('findUnfinished gives the line %s of a conflict marker in %j', (line, content) => {
  expect(findUnfinished(content)).toEqual({ kind: 'conflict', line: Number(line) });
});

test.each([
  [3, `Text\n\nand ${PLACEHOLDER} more`],
  [3, 'Text\n\nand <img alt="Uploading a.png…"> more'],
  [1, `<pre>a</pre>${PLACEHOLDER}`],
])('findUnfinished gives the line %d of a picture that is not uploaded in %j', (line, content) => {
  expect(findUnfinished(content)).toEqual({ kind: 'upload', line });
});

test.each([
  // Headings, quotations, tables, and what is longer or within a line.
  'Results\n=======',
  '> > > quoted',
  '>>> quoted',
  '||a|\n|-|',
  '<<<<<<<<<< ten',
  'a <<<<<<< b',
  '<<<<<<<text',
  '  <<<<<<< indented',
  // Code.
  `\`\`\`diff\n${CODE}\n\`\`\``,
  `~~~~\n${CODE}\n~~~\n${CODE}\n~~~~`,
  `\`\`\`\n${CODE}`,
  `<pre>\n${CODE}\n</pre>`,
  `<pre class="x"><code>a\n${CODE}\n</code></pre>`,
  `\`\`\`\n${PLACEHOLDER}\n\`\`\``,
  `Write \`${PLACEHOLDER}\`.`,
  `<pre>${PLACEHOLDER}</pre>`,
  // The picture is there.
  '![Uploading a.png…](/media/a.png) ![](/a.png)',
])('findUnfinished gives nothing in %j', (content) => {
  expect(findUnfinished(content)).toBeNull();
});

test('findUnfinished gives the first, which is named with its line', () => {
  const both = `${PLACEHOLDER}\n<<<<<<< yours\n![Uploading b.png…]()`;
  expect(findUnfinished(both)).toEqual({ kind: 'upload', line: 1 });
  expect(unfinishedText({ kind: 'conflict', line: 7 })).toContain('Line 7');
  expect(unfinishedText({ kind: 'upload', line: 8 })).toContain('Line 8');
});
