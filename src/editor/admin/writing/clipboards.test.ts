import { readFileSync } from 'node:fs';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { outline } from '../../../../test/body-outline.ts';
import { type BodyFormat, renderBody, renderBodyAs } from '../../../rendering/body.ts';
import { pastedSource } from './pasted-source.ts';

/** What programs put on the clipboard, each beside the same document in plain HTML. */
const PROGRAMS = ['google-docs', 'word', 'word-web', 'libreoffice', 'web-page'];

const pageReader = unified().use(rehypeParse).freeze();
const fixture = (name: string) => readFileSync(`test/clipboard/${name}.html`, 'utf8');

function paste(html: string, format: BodyFormat): string {
  const urls: string[] = [];
  const place = ({ src }: { src: string }) => {
    if (src.startsWith('https://example.org')) return { src };
    urls.push(src);
    return { src: `/pasted/${urls.length}` };
  };
  const source = pastedSource(pageReader.parse(html), { format, firstNote: 1, place });
  if (source === null) throw new Error('The document has no formatting');
  return source.text;
}

test.each(PROGRAMS)('a document pasted from %s is rendered element by element', async (name) => {
  const markdown = paste(fixture(name), 'markdown');
  const rendered = await renderBody(markdown);
  expect(rendered.format).toBe('markdown');
  expect(outline(rendered.html, true), markdown).toEqual(outline(fixture(`${name}.meaning`), true));
});

test.each(PROGRAMS)(
  'a document pasted from %s into HTML is the same in clean tags',
  async (name) => {
    const html = paste(fixture(name), 'html');
    expect(html).not.toMatch(/style=|class="(?!language)|mso|SCXW|<(?:span|font|o:p|div)\b/i);
    const rendered = await renderBodyAs('html', html);
    expect(outline(rendered.html, false), html).toEqual(outline(fixture(`${name}.meaning`), false));
  },
);
