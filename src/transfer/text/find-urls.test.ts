import { expect, it } from 'vitest';
import { findUrls } from './find-urls.ts';

const urls = (text: string, format: 'markdown' | 'html' = 'markdown') =>
  findUrls(text, format).map(({ kind, url }) => `${kind} ${url}`);

it.each<[text: string, found: string[]]>([
  ['![a](x.png)', ['picture x.png']],
  ['[a](x.md "title")', ['link x.md']],
  ['[![a](x.png)](y.html)', ['picture x.png', 'link y.html']],
  ['![a [b] c](<x y.png>)', ['picture x y.png']],
  ['[a](x_(y).html)', ['link x_(y).html']],
  ['[a]: x.md\n[b]:\t<y z>', ['link x.md', 'link y z']],
  ['[^1]: x.md\n[^n]: note', []],
  ['<img alt="a > b" src=x.png>', ['picture x.png']],
  ['<img src="x.png?a=1&amp;b=2"><a href=\'y\'>', ['picture x.png?a=1&b=2', 'link y']],
  ['<img srcset="a 1x, b 2x" src=c>', ['srcset a 1x, b 2x', 'picture c']],
  ['<video poster="p" src="v"><source src="s">', ['picture p', 'media v', 'media s']],
  ['`![a](x)` ``[b](`y)`` ![c](z)', ['picture z']],
  ['```\n![a](x)\n```\n![b](y)', ['picture y']],
  ['~~~md\n![a](x)\n```\n![a](x)\n~~~\n![b](y)', ['picture y']],
  ['````\n```\n![a](x)\n````\n![b](y)', ['picture y']],
  ['a `b\n\n![c](z) `', ['picture z']],
  ['> ```\n> ![a](x)\n> ```\n> ![b](y)', ['picture y']],
  ['- a ` b\n- ![c](z) ` d', ['picture z']],
  ['``` `x` ![a](b)', ['picture b']],
  ['```\n![a](x)', []],
  ['    ![a](x)\n\n\t![a](x)\n![b](y)', ['picture y']],
  ['a\n    ![b](y)', ['picture y']],
  ['- a\n\n    ![b](y)\n\nc\n\n    ![a](x)', ['picture y']],
  ['1. a\n\n    ```\n    ![a](x)\n\n    ![a](x)\n    ```\n\n    ![b](y)', ['picture y']],
  ['- ```\n  ![a](x)\n\n  ![a](x)\n  ```\n- ![b](y)', ['picture y']],
  ['- ```\n  ![a](x)\n\n![b](y)', ['picture y']],
  ['[^1]: a\n\n    ![b](y)', ['picture y']],
])('the URLs of %j are found, and none in code', (text, found) => {
  expect(urls(text)).toEqual(found);
});
