import { expect, it } from 'vitest';
import { createNoteLinks } from './note-links.ts';
import { convertShortcodes } from './shortcodes.ts';

const convertNotes = createNoteLinks(['.obsidian/app.json', 'a.md']);

it.each([
  '{{< ',
  '{{ x ',
  '{% x ',
  '{% highlight a %}',
  '{{< highlight a >}}',
  '{% raw %}',
  '{% comment %}',
  '{{< comment >}}',
  '%% ',
  '[[a',
  ' ',
])('a text that repeats %j, which nothing closes, does not stop an import', (hostile) => {
  const text = `{% highlight {{< highlight ${hostile.repeat(20_000)}`;
  const start = performance.now();
  convertShortcodes(text, { generator: 'jekyll' });
  convertNotes(text);
  expect(performance.now() - start).toBeLessThan(5_000);
});

it('code keeps its language and its own backticks', () => {
  const written = [
    '{% highlight ruby linenos %}\na\n{% endhighlight %}',
    '{{< highlight "go" "linenos=table" >}}\n```\n{{< /highlight >}}',
  ];
  expect(written.map((each) => convertShortcodes(each, { generator: 'hugo' }).body)).toEqual([
    '```ruby\na\n```',
    '````go\n```\n````',
  ]);
});

it('a long comment that Obsidian hides stays hidden', () => {
  const secret = 'secret '.repeat(10_000);
  expect(convertNotes(`a %%${secret}%% b \`%%\` c`).body).toBe('a  b `%%` c');
});
