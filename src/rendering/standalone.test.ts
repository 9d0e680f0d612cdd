import type { Nodes } from 'hast';
import { describe, expect, it } from 'vitest';
import { XSS_VECTORS } from '../../test/xss-vectors.ts';
import { readFragment } from '../server/html/fragment.ts';
import { renderBody } from './body.ts';
import { standaloneBody } from './standalone.ts';

const PAGE_URL = 'https://site.test/blog/a-post';

/** The body without its URLs and the links beside headings. */
function outline(node: Nodes): unknown {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' && node.type !== 'root') return null;
  const children = node.children
    .filter((child) => !(child.type === 'element' && isHeadingLink(child.properties)))
    .map(outline);
  if (node.type === 'root') return children;
  const properties = Object.entries(node.properties).filter(
    ([name]) => !URL_PROPERTIES.includes(name),
  );
  return [node.tagName, Object.fromEntries(properties), children];
}

const URL_PROPERTIES = ['href', 'src', 'poster', 'cite', 'srcSet'];

function isHeadingLink({ className }: { className?: unknown }): boolean {
  return Array.isArray(className) && className.includes('heading-anchor');
}

function urlsIn(node: Nodes): string[] {
  if (!('children' in node)) return [];
  const own = node.type === 'element' ? URL_PROPERTIES.map((name) => node.properties[name]) : [];
  const written = own.filter((value) => value !== undefined && value !== null).map(String);
  return [
    ...written.flatMap((value) => value.split(', ').map((one) => one.split(' ')[0] ?? '')),
    ...node.children.flatMap(urlsIn),
  ];
}

function parse(html: string): Nodes {
  const tree = readFragment(html);
  if (tree === null) throw new Error('Too deep');
  return tree;
}

async function standalone(content: string): Promise<string> {
  return standaloneBody((await renderBody(content)).html, PAGE_URL);
}

describe('a body away from its page', () => {
  it('has absolute URLs wherever a reader could follow or load one', async () => {
    const html = await standalone(
      `<p><a href="?a=1&b='2'">1</a> <a href="../x">2</a> <a href="mailto:a@b.test">3</a> <a href="//c.test/d">4</a></p>
      <video src="/v.mp4" poster="p.png"><track src="t.vtt"></video><blockquote cite="/source">5</blockquote>`,
    );
    expect(urlsIn(parse(html))).toEqual([
      "https://site.test/blog/a-post?a=1&b='2'".replaceAll("'", '%27'),
      'https://site.test/x',
      'mailto:a@b.test',
      'https://c.test/d',
      'https://site.test/v.mp4',
      'https://site.test/blog/p.png',
      'https://site.test/blog/t.vtt',
      'https://site.test/source',
    ]);
  });

  it('keeps text that only looks like a URL, and loses the links beside headings', async () => {
    expect(await standalone('Write ` href="/x"` or <b title="a > b src=">src="/y"</b>')).toContain(
      ' href="/x"',
    );
    expect(await standalone('Say src="/y" and \\<a href="/z"\\>')).toContain('src="/y"');
    const heading = await standalone('## a > "b"\n\ntext');
    expect(heading).toBe('<h2 id="a--b">a\u00a0>\u00a0"b"</h2>\n<p>text</p>');
  });

  it('is otherwise what it was, whatever was tried in it', async () => {
    expect(XSS_VECTORS.length).toBeGreaterThan(50);
    for (const { name, payload } of XSS_VECTORS) {
      const { html } = await renderBody(payload);
      const tree = parse(standaloneBody(html, PAGE_URL));
      expect([name, outline(tree)]).toEqual([name, outline(parse(html))]);
      expect([name, urlsIn(tree).filter((url) => !URL.canParse(url))]).toEqual([name, []]);
    }
  });
});
