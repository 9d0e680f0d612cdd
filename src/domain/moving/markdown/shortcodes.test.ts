import { expect, it } from 'vitest';
import { convertMdx } from './mdx.ts';
import { createNoteLinks } from './note-links.ts';
import { readOrg } from './org.ts';
import { convertShortcodes } from './shortcodes.ts';

const convertNotes = createNoteLinks(['.obsidian/app.json', 'a.md']);

it.each([
  '{{< ',
  '{{ x ',
  '{% x ',
  '{% highlight a %}',
  '{% codeblock lang:a ',
  '{{< highlight a >}}',
  '{% raw %}',
  '{% comment %}',
  '{{< comment >}}',
  '{/*',
  '%% ',
  '[[a',
  '#+begin_src a\n',
  ' ',
])('a text that repeats %j, which nothing closes, does not stop an import', (hostile) => {
  const text = `{% highlight {{< highlight ${hostile.repeat(20_000)}`;
  const start = performance.now();
  convertShortcodes(text, 'jekyll');
  convertMdx(text);
  convertNotes(text);
  readOrg(text);
  expect(performance.now() - start).toBeLessThan(5_000);
});

it('code keeps its language and its own backticks', () => {
  const written = [
    '{% highlight ruby linenos %}\na\n{% endhighlight %}',
    '{% codeblock A title lang:js %}\nb\n{% endcodeblock %}',
    '{% codeblock title %}\nc\n{% endcodeblock %}',
    '{{< highlight "go" "linenos=table" >}}\n```\n{{< /highlight >}}',
  ];
  expect(written.map((each) => convertShortcodes(each, 'hugo').body)).toEqual([
    '```ruby\na\n```',
    '```js\nb\n```',
    '```\nc\n```',
    '````go\n```\n````',
  ]);
});

it('a long comment that Obsidian and MDX hide stays hidden', () => {
  const secret = 'secret '.repeat(10_000);
  expect(convertNotes(`a %%${secret}%% b \`%%\` c`).body).toBe('a  b `%%` c');
  expect(convertMdx(`a {/*${secret}*/} b`).body).toBe('a  b');
});
