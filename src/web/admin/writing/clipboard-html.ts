import type { ElementContent, Root } from 'hast';
import { trustedHtml } from '../../ui/trusted-types.ts';

/** Parses the clipboard's HTML; `DOMParser` runs no scripts and loads nothing. */
export function readHtml(html: string): Root {
  const { body } = new DOMParser().parseFromString(trustedHtml(html), 'text/html');
  return { type: 'root', children: contentOf(body) };
}

function contentOf(parent: Node): ElementContent[] {
  return [...parent.childNodes].flatMap((node): ElementContent[] => {
    if (node instanceof Text) return [{ type: 'text', value: node.data }];
    if (!(node instanceof Element)) return [];
    const { className, ...properties } = Object.fromEntries(
      [...node.attributes].map(({ name, value }) => [name === 'class' ? 'className' : name, value]),
    );
    return [
      {
        type: 'element',
        tagName: node.localName,
        properties: { ...properties, className: className?.split(/\s+/) ?? [] },
        children: contentOf(node),
      },
    ];
  });
}
