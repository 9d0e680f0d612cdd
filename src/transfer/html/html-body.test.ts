import { expect, it } from 'vitest';
import { detectFormat } from '../../rendering/body.ts';
import { asHtmlBody } from './html-body.ts';

it.each([
  ['<p>a</p>\n\n<a href="/x">x</a>\n\n<p>b</p>', '<p>a</p>\n<p><a href="/x">x</a></p>\n<p>b</p>'],
  ['a <b>b</b>\n<p>c</p>', '<p>a <b>b</b></p>\n<p>c</p>'],
  ['<p>a</p><img src="/a.png"><i>b</i> c', '<p>a</p><img src="/a.png">\n<p><i>b</i> c</p>'],
  ['<a href="/x"><div>x</div></a>', '<div><a href="/x"><div>x</div></a></div>'],
  ['<p>a</p>\n\n<pre>b\n\nc</pre>', '<p>a</p>\n\n<pre>b\n\nc</pre>'],
])('text between blocks gets a paragraph, and the blocks keep their margins: %j', (html, body) => {
  expect(asHtmlBody(html)).toBe(body);
  expect(detectFormat(asHtmlBody(html))).toBe('html');
});
