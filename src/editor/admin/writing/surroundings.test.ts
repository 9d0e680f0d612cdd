import { expect, test } from 'vitest';
import { isInCode, openTextElement } from './surroundings.ts';

test.each([
  ['a\n```js\nb', true],
  ['```\na\n```\n', false],
  ['````\n```\n', true],
  ['- a\n\n  ~~~\n  b', true],
  ['> ```\n> a', true],
  ['a ```b``` c', false],
  ['```a```\n', false],
])('after %j code goes on: %s', (before, expected) => {
  expect(isInCode(before, 'markdown')).toBe(expected);
});

test.each([
  ['<p>a</p><pre><code>b', true],
  ['<pre>a</pre>', false],
  ['<p>```\n', false],
])('after %j code of HTML goes on: %s', (before, expected) => {
  expect(isInCode(before, 'html')).toBe(expected);
});

test.each([
  ['<p>a <b>b', 'p'],
  ['<ul><LI class="c">', 'li'],
  ['<p>a</p>\n', null],
  ['<section>', null],
  ['', null],
])('after %j the text is in %j', (before, expected) => {
  expect(openTextElement(before)).toBe(expected);
});
