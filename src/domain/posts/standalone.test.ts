import type { Nodes } from 'hast';
import { describe, expect, it } from 'vitest';
import { XSS_VECTORS } from '../../../test/xss-vectors.ts';
import { renderBody } from './body.ts';
import { readFragment } from './sanitize.ts';
import { standaloneBody } from './standalone.ts';

const ADDRESS = 'https://site.test/blog/a-post';

/** The body, but for its addresses and the links beside headings. */
function outline(node: Nodes): unknown {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' && node.type !== 'root') return null;
  const children = node.children
    .filter((child) => !(child.type === 'element' && isHeadingLink(child.properties)))
    .map(outline);
  if (node.type === 'root') return children;
  const properties = Object.entries(node.properties).filter(([name]) => !ADDRESSES.includes(name));
  return [node.tagName, Object.fromEntries(properties), children];
}

const ADDRESSES = ['href', 'src', 'poster', 'cite', 'srcSet'];

function isHeadingLink({ className }: { className?: unknown }): boolean {
  return Array.isArray(className) && className.includes('heading-anchor');
}

function addresses(node: Nodes): string[] {
  if (!('children' in node)) return [];
  const own = node.type === 'element' ? ADDRESSES.map((name) => node.properties[name]) : [];
  const written = own.filter((value) => value !== undefined && value !== null).map(String);
  return [
    ...written.flatMap((value) => value.split(', ').map((one) => one.split(' ')[0] ?? '')),
    ...node.children.flatMap(addresses),
  ];
}

function parse(html: string): Nodes {
  const tree = readFragment(html);
  if (tree === null) throw new Error('Too deep');
  return tree;
}

async function standalone(content: string): Promise<string> {
  return standaloneBody((await renderBody(content)).html, ADDRESS);
}

describe('a body away from its page', () => {
  it('has absolute addresses wherever a reader could follow or load one', async () => {
    const html = await standalone(
      `<p><a href="?a=1&b='2'">1</a> <a href="../x">2</a> <a href="mailto:a@b.test">3</a> <a href="//c.test/d">4</a></p>
      <video src="/v.mp4" poster="p.png"><track src="t.vtt"></video><blockquote cite="/source">5</blockquote>`,
    );
    expect(addresses(parse(html))).toEqual([
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

  it('keeps text that only looks like an address, and loses the links beside headings', async () => {
    expect(await standalone('Write ` href="/x"` or <b title="a > b src=">src="/y"</b>')).toContain(
      ' href="/x"',
    );
    expect(await standalone('Say src="/y" and \\<a href="/z"\\>')).toContain('src="/y"');
    const heading = await standalone('## a > "b"\n\ntext');
    expect(heading).toBe('<h2 id="user-content-a--b">a > "b"</h2>\n<p>text</p>');
  });

  it('is otherwise what it was, whatever was tried in it', async () => {
    expect(XSS_VECTORS.length).toBeGreaterThan(50);
    for (const { name, payload } of XSS_VECTORS) {
      const { html } = await renderBody(payload);
      const tree = parse(standaloneBody(html, ADDRESS));
      expect([name, outline(tree)]).toEqual([name, outline(parse(html))]);
      expect([name, addresses(tree).filter((address) => !URL.canParse(address))]).toEqual([
        name,
        [],
      ]);
    }
  });
});
