import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderBody } from '../../rendering/body.ts';

test('the eleventh of containers in one another is told of, and its text stays', async () => {
  const content = `${'::: key-points\n'.repeat(11)}B\n\n${':::\n'.repeat(11)}`;
  const { html, findings } = await renderBody(content);
  expect(findings).toMatchObject([{ line: 11, code: 'unknown-container' }]);
  expect(html.match(/<section/g)).toHaveLength(10);
  expect(html).not.toContain(':::');
});

test('no text is lost, however fences are placed', async () => {
  const line = fc.constantFrom(
    ...'::: {.key-points}¦:::¦::: {.details}¦::: x¦```¦| d |\n|---|¦W¦- W¦> W¦  W¦| W |¦'.split(
      '¦',
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 15 }), async (lines) => {
      const content = lines.map((each, index) => each.replace('W', `W${index}.`)).join('\n');
      const { text } = await renderBody(content);
      const written = content.match(/W\d+\./g) ?? [];
      expect(written.filter((word) => !text.includes(word))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
