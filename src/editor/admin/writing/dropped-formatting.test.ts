import { readFileSync } from 'node:fs';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { droppedFormatting } from './dropped-formatting.ts';

const reader = unified().use(rehypeParse).freeze();
const dropped = (html: string) => droppedFormatting(reader.parse(html));

test.each([
  ['<p><u>a</u></p>', ['underlining']],
  ['<p><span style="text-decoration: underline">a</span></p>', ['underlining']],
  ['<p><mark>a</mark></p>', ['highlighting']],
  ['<span style="background:yellow;mso-highlight:yellow">a</span>', ['highlighting']],
  ['<p><span style="background-color:#ff0">a</span> b</p>', ['highlighting']],
  ['<u>a</u><mark>b</mark>', ['underlining', 'highlighting']],
])('a writer is told what %s loses', (html, expected) => {
  expect(dropped(html)).toEqual(expected);
});

test.each([
  '<a href="https://a.example/"><span style="text-decoration:underline">a</span></a>',
  '<u><a href="https://a.example/">a</a> </u>',
  '<p><u> </u><span style="background-color:transparent">a</span></p>',
  '<span style="background-color: rgb(13, 17, 23)">a</span>',
  '<p>a <code style="background-color:#eee">b</code></p>',
  readFileSync('test/clipboard/web-page.html', 'utf8'),
])('a writer is told of no loss where there is none', (html) => {
  expect(dropped(html)).toEqual([]);
});
