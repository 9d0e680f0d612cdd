import { describe, expect, it } from 'vitest';
import { renderBody } from '../../../rendering/body.ts';
import { type OutlineEntry, outlineOf, sectionAt } from './outline.ts';

const MARKDOWN = `Intro

# First *part* of [it](https://a.example/) #

Second part
continues
---

\`\`\`md
## Not a heading
\`\`\`

~~~
# Neither
\`\`\`
# Still not
~~~

- item
---

| a | b |
| - | - |
| # | c |

### \`code\` \\# and H~2~O[^1]

#no heading
    # code

<h3 id="x">An <em>element</em></h3>

<pre>
# In pre
</pre>

<!--
# Hidden
-->

####

> # Quoted

[^1]: Note.
`;

/** The rendered headings at the top of the body, as the page shows them. */
async function renderedHeadings(content: string): Promise<string[]> {
  const { html } = await renderBody(content);
  const inside = html.replace(/<(blockquote|section)[\s\S]*<\/\1>/g, '');
  return Array.from(inside.matchAll(/<h\d[^>]*>([\s\S]*?)<a class="heading-anchor"/g), ([, text]) =>
    (text ?? '')
      .replace(/<sup>.*?<\/sup>|<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

const titles = (outline: OutlineEntry[]) => outline.map(({ title }) => title);

describe('the outline', () => {
  it('has the headings that readers see, in their order, and nothing from code', async () => {
    const outline = outlineOf(MARKDOWN, 'markdown');
    expect(titles(outline)).toEqual([
      'First part of it',
      'Second part continues',
      'code # and H~2~O',
      'An element',
      '',
    ]);
    const rendered = await renderedHeadings(MARKDOWN.replaceAll('~2~', '2'));
    expect(titles(outlineOf(MARKDOWN.replaceAll('~2~', '2'), 'markdown'))).toEqual(rendered);
    expect(outline.map(({ level }) => level)).toEqual([1, 2, 3, 3, 4]);
  });

  it('reads an HTML body by its tags', async () => {
    const html =
      '<section><h2>One</h2><p>Text</p>\n<h3 class="a">Two <b>bold</b></h3></section><pre># no <h2>code</h2></pre>';
    const outline = outlineOf(html, 'html');
    expect(titles(outline)).toEqual(['One', 'Two bold']);
    expect(outline.map(({ start }) => html.slice(start, start + 3))).toEqual(['<h2', '<h3']);
  });

  it('leads to the first character of each heading', () => {
    const outline = outlineOf(MARKDOWN, 'markdown');
    expect(outline.map(({ start }) => MARKDOWN.slice(start, start + 6))).toEqual([
      '# Firs',
      'Second',
      '### `c',
      '<h3 id',
      '####\n\n',
    ]);
  });

  it('tells the section that the caret is in', () => {
    const outline = outlineOf('Intro\n\n## A\n\nText\n\n## B\n', 'markdown');
    expect([0, 7, 14, 19, 99].map((offset) => sectionAt(outline, offset))).toEqual([
      -1, 0, 0, 1, 1,
    ]);
  });

  it('is read fast from a long text without a blank line', () => {
    const text = 'A line of a paragraph that goes on.\n'.repeat(20_000);
    const started = performance.now();
    expect(outlineOf(text, 'markdown')).toEqual([]);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
