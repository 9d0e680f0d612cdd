import { expect, test } from 'vitest';
import { elements } from '../../../test/body-markup.ts';
import { renderBody } from '../../rendering/body.ts';
import type { StructureInput } from './chemistry.ts';
import type { Chemistry } from './rdkit.ts';

const fence = (kind: string, ...lines: string[]) => `\`\`\`${kind}\n${lines.join('\n')}\n\`\`\``;

test('one post has at most 100 structures', async () => {
  const { html, findings } = await renderBody(fence('smiles', ...Array<string>(102).fill('C')));
  expect(elements(html, 'svg')).toHaveLength(100);
  expect(findings.map(({ line, message }) => [line, message])).toEqual([
    [102, '“C”: a post has at most 100 structures.'],
  ]);
});

test('structures that take too long hold up a post twice, and no more', async () => {
  const asked: StructureInput[] = [];
  const chemistry = {
    draw: async (input: StructureInput) => {
      asked.push(input);
      return { message: 'it takes too long to compute', isTooSlow: true };
    },
  } as unknown as Chemistry;
  const { findings } = await renderBody(fence('smiles', 'C', 'CC', 'CCC', 'CCCC'), { chemistry });
  expect(asked.map(({ source }) => source)).toEqual(['C', 'CC']);
  expect(findings.map(({ message }) => message)).toEqual([
    '“C”: it takes too long to compute.',
    '“CC”: it takes too long to compute.',
    '“CCC”: other structures of this post take too long.',
    '“CCCC”: other structures of this post take too long.',
  ]);
});
