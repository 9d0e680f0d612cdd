import { toString as textOf } from 'hast-util-to-string';
import { describe, expect, test } from 'vitest';
import { elements, rendered } from '../../test/body-markup.ts';

describe('code', () => {
  test('is coloured by classes alone and reads as it was written', async () => {
    const source = 'const x: number = 1; // <one>\n\nexport default x;\n';
    const html = await rendered(`\`\`\`ts\n${source}\`\`\``);
    const [pre] = elements(html, 'pre');
    expect(pre && textOf(pre)).toBe(source);
    expect(pre?.properties).toEqual({ tabIndex: 0 });
    expect(html).toContain('<span class="tok-keyword">const');
    expect(html).toContain('<span class="tok-comment">// &#x3C;one></span>');
    expect(html).not.toContain('style');
  });

  test.each([
    ['an unknown language', 'no-such-language', 'let a = 1\n'],
    ['a name that every object has', 'constructor', 'let a = 1\n'],
    ['very long code', 'js', 'let a = 1\n'.repeat(5001)],
  ])('stays plain in %s', async (_, language, source) => {
    const html = await rendered(`\`\`\`${language}\n${source}\`\`\``);
    expect(elements(html, 'span')).toEqual([]);
    expect(elements(html, 'pre').map(textOf)).toEqual([source]);
  });

  test('stays plain after a great deal of it, so that no post takes for ever', async () => {
    const block = `\`\`\`diff\n${'+ added\n'.repeat(6000)}\`\`\`\n\n`;
    const blocks = elements(await rendered(block.repeat(5)), 'code');
    expect(blocks.map((code) => code.children.length > 1)).toEqual([true, true, true, true, false]);
  });

  test('stays plain in a very long line', async () => {
    const html = await rendered(`\`\`\`js\nlet a = [${'1, '.repeat(1000)}];\nlet b;\n\`\`\``);
    expect(html.match(/tok-/g)).toHaveLength(1);
  });

  test('in HTML is coloured too', async () => {
    const html = await rendered('<pre><code class="language-python">def f(): pass</code></pre>');
    expect(html).toContain('<span class="tok-keyword">def </span>');
  });
});
