import fc from 'fast-check';
import type { Nodes } from 'hast';
import { expect, it } from 'vitest';
import { readFragment } from '../../server/html/fragment.ts';
import { renderBody } from '../body.ts';
import { readMarkdown } from '../markdown.ts';

const TAGS =
  `a b button code del details div em figure font form h1 h3 iframe img li math mi nobr ol option p
  pre script section select span style summary svg table tbody td template textarea th title tr ul`
    .split(/\s+/)
    .flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} id=x title="y">`, `<${name}/>`]);
const PIECES = [
  'a¦\n¦\n\n¦\t¦[^1]¦[^2]¦|¦`¦```\n¦$x$¦$$\n¦:::\n¦[@x]¦[b](#c)¦![](d.png)¦{#fig-g}¦<!--¦-->',
  '&lt;¦\r¦ ¦\n\n[^1]: ¦\n\n[^2]: ¦\n    ¦- ¦> ¦# ¦| a | b |\n|-|-|\n| c ¦::: note\n',
  '<img src=e>¦<a href="#f">',
].flatMap((line) => line.split('¦'));
const soup = fc
  .array(fc.oneof(fc.constantFrom(...TAGS), fc.constantFrom(...PIECES)), { maxLength: 12 })
  .map((pieces) => pieces.join(''));
const source = fc
  .tuple(soup, soup, soup)
  .map((parts) => `${parts[0]}[^1]${parts[1]}\n\n[^1]: ${parts[2]}`);

it('a note with a tag that another one in the text opened is rendered, and its finding has a line', async () => {
  const { html, findings } = await renderBody('<button>a[^1]\n\n[^1]: <button>x');
  expect(html).toContain('x');
  expect(findings.map(({ code, line }) => [code, line])).toContainEqual(['removed-element', 1]);
});

it('HTML and notes in any order are rendered, with lines that exist, from nodes with whole positions or none', async () => {
  await fc.assert(
    fc.asyncProperty(source, async (content) => {
      const { findings } = await renderBody(content);
      const lines = content.split(/\r\n|\r|\n/).length;
      expect(findings.filter(({ line }) => line < 1 || line > lines)).toEqual([]);
      const options = { report: () => undefined, keys: new Set<string>() };
      for (const tree of [readFragment(content), readMarkdown(content, options)]) {
        if (tree !== null) expectWholePositions(tree);
      }
    }),
    { numRuns: 100 },
  );
});

function expectWholePositions(node: Nodes): void {
  const { position } = node;
  if (position !== undefined)
    expect([position.start?.line, position.end?.line]).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);
  if ('children' in node) node.children.forEach(expectWholePositions);
}
