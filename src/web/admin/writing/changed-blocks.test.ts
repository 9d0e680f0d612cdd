import { describe, expect, it } from 'vitest';
import { renderBody } from '../../../domain/posts/body.ts';
import type { CitedFields } from '../posts-api.ts';
import { changedBlocks } from './changed-blocks.ts';
import type { ShownPreview } from './previewer.ts';

const TEXT = `# Title

First paragraph with [a link][home] and a note.[^a] It cites [@doe; @roe].

Second paragraph[^b] is here.

- one
- two

## Section

Third paragraph, by @roe.

| a | b |
| - | - |
| 1 | 2 |

Last paragraph.

[home]: https://a.example/

[^a]: Note A.

[^b]: Note B.
`;

const CITED: CitedFields = {
  references: ['roe', 'doe'].map((key) => ({
    key,
    title: key,
    url: `https://a.test/${key}`,
    description: '',
    type: 'article',
  })),
  citationStyle: 'numbered',
  isResearch: false,
};

async function previewOf(content: string): Promise<ShownPreview> {
  const { html, ...body } = await renderBody(content, CITED);
  return { ...body, contentHtml: html, readingTime: 1, content, cited: CITED };
}

/** The elements at the top; none of the test's contains another of its name. */
function blocksOf(html: string): string[] {
  return [...html.matchAll(/^<(\w+)[^>]*>[\s\S]*?<\/\1>$/gm)].map(([block]) => block);
}

/** Leaves out what a page alone gives a block: ids, and the marks of its first notes, which stand in the margin. */
const withoutIds = (html: string) =>
  html
    .replace(/ (?:id|href|aria-describedby|popovertarget)="[^"]*"/g, '')
    .replace(/ class="note-(?:ref-)?\d"/g, '');

/** The preview after an edit, by rendering the changed blocks alone. */
async function partly(before: ShownPreview, after: string) {
  const changed = changedBlocks(before, after);
  if (changed === null) return null;
  const { html, blockLines } = await renderBody(changed.source, CITED);
  const hasNotes = blockLines.at(-1) === null;
  const end = hasNotes ? -1 : undefined;
  const lines = blockLines.slice(changed.skipped, end);
  return {
    html: blocksOf(before.contentHtml)
      .toSpliced(
        changed.from,
        changed.to - changed.from,
        ...blocksOf(html).slice(changed.skipped, end),
      )
      .join('\n'),
    lines: [
      ...before.blockLines.slice(0, changed.from),
      ...lines.map((line) => line && line + changed.lineOffset),
      ...before.blockLines.slice(changed.to).map((line) => line && line + changed.addedLines),
    ],
    size: changed.source.length,
  };
}

describe('the blocks that an edit has changed', () => {
  it.each([
    ['a word', 'Second paragraph', 'Second long paragraph'],
    ['a word beside a note', 'is here', 'is now here'],
    ['a word beside a citation', 'Third paragraph', 'The third paragraph'],
    ['a word beside a link', 'First paragraph', 'The first paragraph'],
    ['a heading', '## Section', '## Another section'],
    ['a heading of another level', '## Section', '### Section'],
    ['a new paragraph', 'by @roe.', 'by @roe.\n\nAnd another one.'],
    ['an item more', '- two', '- two\n- three'],
    ['a paragraph that becomes a heading', 'by @roe.\n', 'by @roe.\n---\n'],
    ['two paragraphs that become one', '@roe].\n\nSecond', '@roe].\nSecond'],
    ['a row of a table', '| 1 | 2 |', '| 1 | 2 |\n| 3 | 4 |'],
    ['a line above the first block', '# Title', 'Above.\n\n# Title'],
    ['words at the end', 'Last paragraph.', 'Last paragraph, really.'],
    ['a block that goes', 'Third paragraph, by @roe.\n\n', ''],
  ])('look as if all had been rendered: %s', async (_, from, to) => {
    const before = await previewOf(TEXT);
    const after = TEXT.replace(from, to);
    expect(after).not.toBe(TEXT);
    const part = await partly(before, after);
    const whole = await previewOf(after);
    expect(withoutIds(part?.html ?? '')).toBe(withoutIds(blocksOf(whole.contentHtml).join('\n')));
    expect(part?.lines).toEqual(whole.blockLines);
  });

  it('are few in a long text', async () => {
    const before = await previewOf(
      `${TEXT}\n${'## More\n\nWords in a paragraph.\n\n'.repeat(500)}`,
    );
    const after = before.content.replace('Third', 'The third');
    expect((await partly(before, after))?.size).toBeLessThan(300);
  });

  it.each([
    ['a definition', 'https://a', 'https://b'],
    ['a note', 'Note A', 'Another note'],
    ['the last block that becomes a note', 'Last paragraph.', '[^c]: Last paragraph.'],
  ])('are all of them when they cannot be told apart: %s', async (_, from, to) => {
    const before = await previewOf(TEXT);
    expect(changedBlocks(before, TEXT.replace(from, to))).toBeNull();
  });
});
