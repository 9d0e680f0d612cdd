import { expect, test } from 'vitest';
import { elements, rendered } from '../../test/body-markup.ts';

test('code is not highlighted after a great deal of it, so that no post takes for ever', async () => {
  const block = `\`\`\`diff\n${'+ added\n'.repeat(6000)}\`\`\`\n\n`;
  const blocks = elements(await rendered(block.repeat(5)), 'code');
  expect(blocks.map((code) => code.children.length > 1)).toEqual([true, true, true, true, false]);
});

test('code is not highlighted when it is very long, or in a very long line', async () => {
  expect(await rendered(`\`\`\`js\n${'let a = 1\n'.repeat(5001)}\`\`\``)).not.toContain('tok-');
  const html = await rendered(`\`\`\`js\nlet a = [${'1, '.repeat(1000)}];\nlet b;\n\`\`\``);
  expect(html.match(/tok-/g)).toHaveLength(1);
});
