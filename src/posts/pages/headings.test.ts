import { describe, expect, test } from 'vitest';
import { renderBody } from '../../rendering/body.ts';
import { contentsOf } from './article.tsx';

async function outlineOf(content: string): Promise<string[]> {
  return contentsOf((await renderBody(content)).html).map(({ level, id, text }) => {
    const words = text.map((each) =>
      typeof each === 'string' ? each : `[${each.tag} ${each.text}]`,
    );
    return level === 3 ? `- ${words.join('')}` : `${words.join('')} #${id}`;
  });
}

describe('a table of contents', () => {
  test('lists the headings of two levels, with what is raised and lowered, and no footnotes', async () => {
    const content =
      '# An IC<sub>50</sub> of 10<sup>−8</sup> M\n\n## *Cells* & `a<b>`\n\n### Deeper\n\n# B\n\n# C[^1]\n\n[^1]: D';
    expect(await outlineOf(content)).toEqual([
      'An IC[sub 50] of 10[sup −8] M #an-ic50-of-108-m',
      '- Cells & a<b>',
      'B #section-b',
      'C #section-c1',
    ]);
  });

  test('is none with three headings, and leaves out the parts where they are many', async () => {
    expect(await outlineOf('# A\n\n# B\n\n# C')).toEqual([]);
    expect(await outlineOf('# A\n\n## B\n\n'.repeat(21))).toHaveLength(21);
  });

  test('keeps the id that an author gave, and reads no markup of attributes', async () => {
    const heading = (id: string) => `<h2 id="${id}" title="</h2><b>">A</h2>\n`;
    expect(await outlineOf(['a&amp;b', 'c', 'd', 'e'].map(heading).join(''))).toEqual([
      'A #section-a&b',
      ...['c', 'd', 'e'].map((id) => `A #section-${id}`),
    ]);
  });
});
