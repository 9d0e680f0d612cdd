import type { Element, ElementContent, Nodes, Parents, Root } from 'hast';
import { takeFootnotes } from './footnote-links.ts';
import { type Marks, phrasing, type Run } from './inline-runs.ts';
import { nestLevels } from './list-levels.ts';
import {
  BLOCK,
  classesOf,
  elementsOf,
  headingLevel,
  isUnseen,
  make,
  styleOf,
  textOf,
} from './pasted-elements.ts';

const LINK = /^(?:https?:|mailto:|tel:)/i;

/** The marks within an element: those around it, its name's and its style's, which wins. */
function marksOf(element: Element, outer: Marks): Marks {
  const { tagName } = element;
  const url = linkUrl(element);
  const script = scriptOf(element);
  const isStruck =
    /^(?:del|s|strike)$/.test(tagName) ||
    styleOf(element, 'text-decoration(?:-line)?').includes('line-through');
  const { strong, em, ...rest } = outer;
  return {
    ...rest,
    ...(isBold(element, strong !== undefined) ? { strong: 'strong' } : {}),
    ...(isItalic(element, em !== undefined) ? { em: 'em' } : {}),
    ...(isStruck ? { del: 'del' } : {}),
    ...(script === null ? {} : { script }),
    ...(/^(?:code|kbd|samp|tt)$/.test(tagName) ? { code: 'code' } : {}),
    ...(url === null ? {} : { a: url }),
  };
}

function isBold(element: Element, outer: boolean): boolean {
  const weight = styleOf(element, 'font-weight');
  if (weight !== '' && weight !== 'inherit') return /^(?:bold|[6-9]00)/.test(weight);
  return outer || /^(?:b|strong)$/.test(element.tagName);
}

function isItalic(element: Element, outer: boolean): boolean {
  const slant = styleOf(element, 'font-style');
  if (slant !== '' && slant !== 'inherit') return /^(?:italic|oblique)/.test(slant);
  return outer || /^(?:em|i)$/.test(element.tagName);
}

function scriptOf(element: Element): 'sub' | 'sup' | null {
  const align = BLOCK.test(element.tagName) ? '' : styleOf(element, 'vertical-align');
  if (element.tagName === 'sub' || align === 'sub') return 'sub';
  return element.tagName === 'sup' || align === 'super' ? 'sup' : null;
}

/** Google Docs sends its readers through a page of its own. */
function linkUrl({ tagName, properties }: Element): string | null {
  const url = String(properties.href ?? '').trim();
  if (tagName !== 'a' || !LINK.test(url)) return null;
  const { hostname, pathname, searchParams } = URL.parse(url) ?? {};
  const isRedirect = /^www\.google\.[a-z.]+$/.test(hostname ?? '') && pathname === '/url';
  const target = isRedirect ? (searchParams?.get('q') ?? searchParams?.get('url') ?? '') : '';
  return LINK.test(target) ? target : url;
}

/** Reads formatted text of other programs: its content and structure, no style. */

/**
 * The blocks of a tree as it was meant, with `footnote-reference` and `footnote` for footnotes. Changes the tree.
 *
 * @param firstNote the number of the first footnote
 */
export function readRichText(root: Root, firstNote = 1): Element[] {
  const { references, notes } = takeFootnotes(root, firstNote);
  nestLevels(root);
  const children = blocksOf(root);
  for (const { number, content } of notes) {
    nestLevels(content);
    children.push(make('footnote', blocksOf(content), { number }));
  }
  return children;

  /** The blocks of an element, in document order; text between them is in paragraphs. */
  function blocksOf(parent: Parents, outer: Marks = {}): Element[] {
    const blocks: Element[] = [];
    let runs: Run[] = [];
    const endRun = () => {
      const content = phrasing(runs);
      if (content.length > 0) blocks.push(make('p', content));
      runs = [];
    };
    const read = (node: Nodes, marks: Marks) => {
      if (node.type === 'text') runs.push({ marks, node });
      if (node.type !== 'element' || isUnseen(node)) return;
      const leaf = leafOf(node, marks);
      if (leaf !== null) runs.push(leaf);
      else if (BLOCK.test(node.tagName)) {
        endRun();
        blocks.push(...blockOf(node, marksOf(node, marks)));
      } else readAll(node, marksOf(node, marks));
    };
    const readAll = ({ children }: Parents, marks: Marks) => {
      for (const child of children) read(child, marks);
    };
    readAll(parent, outer);
    endRun();
    return blocks;
  }

  /** The run of an element without content of its own; null for others. */
  function leafOf(element: Element, marks: Marks): Run | null {
    const number = references.get(element);
    if (number !== undefined) {
      const { script: _, a: __, ...rest } = marks;
      return { marks: rest, node: make('footnote-reference', [], { number }) };
    }
    const { tagName, properties } = element;
    if (tagName === 'br') return { marks, node: make('br', []) };
    if (tagName === 'input' && properties.type === 'checkbox') {
      return { marks, node: checkbox(properties.checked === true) };
    }
    if (tagName !== 'img') return null;
    const alt = String(properties.alt ?? '').replace(/\s+/g, ' ');
    return { marks, node: make('img', [], { src: String(properties.src ?? ''), alt }) };
  }

  function blockOf(element: Element, marks: Marks): Element[] {
    const { tagName, properties } = element;
    const level = headingLevel(element);
    if (level !== null) return [make(`h${level}`, lineOf(element))].filter(hasContent);
    switch (tagName) {
      case 'hr':
        return [make('hr', [])];
      case 'pre':
        return [codeBlock(element)];
      case 'ul':
        return [make('ul', itemsOf(element, marks))].filter(hasContent);
      case 'ol': {
        const start = Number(properties.start ?? 1);
        return [make('ol', itemsOf(element, marks), start === 1 ? {} : { start })].filter(
          hasContent,
        );
      }
      case 'table':
        return tableOf(element);
      case 'blockquote':
        return [make('blockquote', blocksOf(element, marks))].filter(hasContent);
    }
    const blocks = blocksOf(element, marks);
    const isQuote = classesOf(element).some((name) => /^Mso(?:Intense)?Quote/.test(name));
    return isQuote ? [make('blockquote', blocks)].filter(hasContent) : blocks;
  }

  /** Text on one line, for headings and cells of the header; that they are bold is their look. */
  function lineOf(element: Element): ElementContent[] {
    const content = blocksOf(element, {}).flatMap((block, index): ElementContent[] => [
      ...(index > 0 ? [{ type: 'text', value: ' ' } as const] : []),
      ...(block.tagName === 'p' ? block.children : [block]),
    ]);
    const line = content.map((node) =>
      node.type === 'element' && node.tagName === 'br'
        ? { type: 'text' as const, value: ' ' }
        : node,
    );
    const [only] = line;
    const isBold = line.length === 1 && only?.type === 'element' && only.tagName === 'strong';
    return isBold ? only.children : line;
  }

  function itemsOf(list: Element, marks: Marks): Element[] {
    const items: Element[] = [];
    for (const child of list.children) {
      if (child.type !== 'element' || isUnseen(child)) continue;
      const last = items.at(-1);
      // Google Docs puts an item's nested list beside the item.
      if (!isList(child)) items.push(make('li', itemContent(child, marksOf(child, marks))));
      else if (last === undefined) items.push(...itemsOf(child, marks));
      else last.children.push(...blockOf(child, marks));
    }
    return items.filter(hasContent);
  }

  function itemContent(item: Element, marks: Marks): ElementContent[] {
    const blocks = blocksOf(item, marks);
    const [first, ...rest] = blocks;
    if (first === undefined) return [];
    const isTight = first.tagName === 'p' && rest.every(isList);
    return [...checkboxOf(item), ...(isTight ? [...first.children, ...rest] : blocks)];
  }

  function tableOf(table: Element): Element[] {
    const rows = rowsOf(table).map((row) =>
      make(
        'tr',
        row.children
          .filter(
            (cell): cell is Element => cell.type === 'element' && /^t[dh]$/.test(cell.tagName),
          )
          .map((cell) => cellOf(cell)),
      ),
    );
    const [head, ...body] = rows.filter(hasContent);
    const captions = table.children.filter(
      (child): child is Element => child.type === 'element' && child.tagName === 'caption',
    );
    if (head === undefined) return blocksOf({ type: 'root', children: captions });
    // Markdown has no table without a header.
    head.children = head.children.map((cell) =>
      cell.type === 'element' ? make('th', lineOf(cell), cell.properties) : cell,
    );
    return [
      ...captions.flatMap((caption) => blocksOf(caption)),
      make('table', [make('thead', [head]), ...(body.length > 0 ? [make('tbody', body)] : [])]),
    ];
  }

  function cellOf(cell: Element): Element {
    const { colSpan, rowSpan } = cell.properties;
    const spans = Object.entries({ colSpan, rowSpan }).filter(([, span]) => Number(span) > 1);
    const blocks = blocksOf(cell);
    const isText = blocks.every(({ tagName }) => tagName === 'p');
    const content = isText
      ? blocks.flatMap((block, index) => [
          ...(index > 0 ? [make('br', [])] : []),
          ...block.children,
        ])
      : blocks;
    return make(cell.tagName, content, Object.fromEntries(spans));
  }
}

function rowsOf(parent: Element): Element[] {
  return parent.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return child.tagName === 'tr'
      ? [child]
      : /^t(?:head|body|foot)$/.test(child.tagName)
        ? rowsOf(child)
        : [];
  });
}

function isList({ tagName }: Element): boolean {
  return /^[uo]l$/.test(tagName);
}

function hasContent({ children }: Element): boolean {
  return children.length > 0;
}

const checkbox = (checked: boolean) => make('input', [], { type: 'checkbox', checked });

/** Google Docs draws a checkbox, and says what it is. */
function checkboxOf({ properties: { role, ariaChecked } }: Element): ElementContent[] {
  if (role !== 'checkbox') return [];
  return [checkbox(String(ariaChecked) === 'true'), { type: 'text', value: ' ' }];
}

function codeBlock(pre: Element): Element {
  const names = [pre, ...elementsOf(pre)].flatMap(classesOf);
  const language = names.map((name) => /^lang(?:uage)?-([\w#+.-]+)$/.exec(name)?.[1]).find(Boolean);
  const value = textOf(pre).replace(/\n$/, '');
  const properties = language === undefined ? {} : { className: [`language-${language}`] };
  return make('pre', [make('code', [{ type: 'text', value }], properties)]);
}
