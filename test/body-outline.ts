import type { ElementContent, Nodes } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

const reader = unified().use(rehypeParse, { fragment: true }).freeze();

const ATTRIBUTES = ['href', 'src', 'alt', 'start', 'colSpan', 'rowSpan', 'checked'];

/** The elements of a document, one to a line, without what the page adds to them. */
export function outline(html: string, withNotes = true): string[] {
  const lines: string[] = [];
  const walk = (nodes: readonly Nodes[], indent: string) => {
    for (const node of joined(nodes)) {
      if (node.type === 'text') lines.push(`${indent}${JSON.stringify(node.value)}`);
      if (node.type !== 'element') continue;
      const attributes = ATTRIBUTES.flatMap((name) =>
        node.properties[name] === undefined ? [] : [` ${name}=${node.properties[name]}`],
      );
      lines.push(`${indent}${node.tagName}${attributes.join('')}`);
      walk(node.children, `${indent}  `);
    }
  };
  /**
   * Leaves out wrappers, and makes the white space of the page's layout and the no-break spaces of quantities one
   * space.
   */
  const joined = (nodes: readonly Nodes[]): ElementContent[] => {
    const flat = nodes.flatMap((node) => kept(node, withNotes));
    const isBlocks = flat.some((node) => node.type === 'element' && !INLINE.test(node.tagName));
    return flat.reduce<ElementContent[]>((all, node, index) => {
      const last = all.at(-1);
      if (node.type !== 'text') return all.concat(node);
      let value = node.value.replace(/[ \n\t\u00a0]+/g, ' ');
      const next = flat[index + 1];
      if (isBlocks || last === undefined || isBreak(last)) value = value.trimStart();
      if (isBlocks || next === undefined || isBreak(next)) value = value.trimEnd();
      return value === '' ? all : all.concat({ type: 'text', value });
    }, []);
  };
  walk(reader.parse(html).children, '');
  return lines;
}

const INLINE = /^(?:a|br|code|del|em|img|input|strong|su[bp])$/;

const isBreak = (node: ElementContent) => node.type === 'element' && node.tagName === 'br';

function kept(node: Nodes, withNotes: boolean): ElementContent[] {
  if (node.type === 'text') return [node];
  if (node.type !== 'element') return [];
  const { tagName, properties, children } = node;
  const isAnchor = String(properties.className) === 'heading-anchor';
  if (isAnchor || properties.dataFootnoteBackref !== undefined || tagName === 'source') return [];
  const isNotes = properties.dataFootnotes !== undefined || /^fn-/.test(String(properties.id));
  if (isNotes && !withNotes) return [];
  if (/^(?:div|picture|span)$/.test(tagName))
    return children.flatMap((each) => kept(each, withNotes));
  if (tagName === 'pre')
    return [{ ...node, children: [{ type: 'text', value: textOf(node).trimEnd() }] }];
  return [node];
}
