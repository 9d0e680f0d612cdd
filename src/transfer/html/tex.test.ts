import { expect, it } from 'vitest';
import { renderBody } from '../../rendering/body.ts';
import { withFormulas } from './tex.ts';

it.each([
  ['<p>a \\(x^2\\) b</p>', '<p>a <code data-science="math">x^2</code> b</p>'],
  ['<p>$$<br>\nx = 1<br />\n$$</p>', '<pre><code data-science="math">x = 1</code></pre>'],
  [
    '<p>\\[ a \\\\[2pt] &lt; b_1 \\]</p>',
    '<pre><code data-science="math">a \\\\[2pt] &lt; b_1</code></pre>',
  ],
  ['<p>so $$ y_1 $$ is</p>', '<p>so <code data-science="math">y_1</code> is</p>'],
])('a formula that MathJax drew is drawn: %j', async (html, formulas) => {
  const converted = withFormulas(html);
  expect(converted.html).toBe(formulas);
  expect(converted.notes[0]?.message).toContain(': 1.');
  expect((await renderBody(converted.html)).html).toContain('<math');
});

it.each([
  '<p>costs $$ and then $$ more, $5 and $6_a</p>',
  '<pre>\\(x^2\\)</pre><p><code>$$x_1$$</code></p>',
  '<p>\\(x^2 <b>b</b>\\)</p>',
])('what is not a formula stays byte for byte: %j', (html) => {
  expect(withFormulas(html)).toEqual({ html, notes: [] });
});
