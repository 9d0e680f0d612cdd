import type { DocumentParts } from './document.ts';
import { texOf, UnknownMathError } from './office-math.ts';
import {
  allIn,
  childOf,
  element,
  isElement,
  type XmlElement,
  type XmlNode,
  xmlText,
} from './xml-tree.ts';

/** What browsers show; Word also has drawings of Windows and scans. */
const SHOWN = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/**
 * Replaces what the library for Word documents leaves out by marks: formulas by their TeX, the rest by what is lost.
 *
 * @param pictures the paths of pictures in the file by their ids
 */
export function replaceUnread(
  root: XmlElement,
  pictures: ReadonlyMap<string, string>,
  parts: DocumentParts,
): void {
  const has = (node: XmlElement, name: string) => allIn(node, name).length > 0;

  function walk(parent: XmlElement): void {
    // The library reads what is written for programs that do not know a drawing.
    const fallback = childOf(parent, 'mc:Fallback');
    if (fallback !== undefined) parent.children = [fallback];
    parent.children = parent.children.flatMap((child): XmlNode[] => {
      if (!isElement(child)) return [child];
      if (child.name === 'm:oMathPara')
        return allIn(child, 'm:oMath').map((math) => formula(math, '$$'));
      if (child.name === 'm:oMath') return [formula(child, '$')];
      const what = LOSSES[child.name]?.(child) ?? null;
      if (what !== null) return [inside(parent, parts.lost(what))];
      walk(child);
      return [child];
    });
  }

  function formula(math: XmlElement, dollars: string): XmlElement {
    try {
      return run(parts.mark({ kind: 'markdown', text: dollars + texOf(math) + dollars }));
    } catch (error) {
      if (!(error instanceof UnknownMathError)) throw error;
      const letters = xmlText(math);
      return run(
        letters + parts.lost(`the form of a formula; its letters are kept (${error.message})`),
      );
    }
  }

  const LOSSES: Readonly<Record<string, (node: XmlElement) => string | null>> = {
    'w:object': (node) => {
      const program = allIn(node, 'o:OLEObject')[0]?.attributes.ProgID ?? '';
      if (/^Equation|MathType/i.test(program))
        return 'an equation of MathType or the former equation editor';
      if (/^ChemDraw/i.test(program)) return 'a ChemDraw structure (write it as SMILES)';
      return `an embedded object${program && ` (${program})`}`;
    },
    'w:drawing': (node) => {
      if (has(node, 'c:chart')) return 'a chart (save it as a picture)';
      if (has(node, 'dgm:relIds')) return 'a SmartArt diagram (save it as a picture)';
      return lostPicture(node, allIn(node, 'a:blip')[0]?.attributes['r:embed']);
    },
    'w:pict': (node) => lostPicture(node, allIn(node, 'v:imagedata')[0]?.attributes['r:id']),
    'w:commentReference': () => 'a comment',
    'w:del': lostText,
    'w:moveFrom': lostText,
    'w:altChunk': () => 'an embedded document',
  };

  function lostPicture(node: XmlElement, id: string | undefined): string | null {
    // The library keeps the text of text boxes.
    if (has(node, 'w:txbxContent')) return null;
    if (id === undefined) return 'a drawing (save it as a picture)';
    const path = pictures.get(id);
    if (path === undefined) return 'a picture that is linked and not in the file';
    if (SHOWN.test(path)) return null;
    const format = path.split('.').at(-1)?.toUpperCase();
    return `a picture in the ${format} format, which browsers do not show (save it as PNG)`;
  }

  walk(root);
}

function lostText(node: XmlElement): string | null {
  const text = xmlText(node).trim();
  return text === '' ? null : `text deleted in tracked changes: “${text.slice(0, 60)}”`;
}

const run = (text: string) => element('w:r', [element('w:t', [text])]);

/** A text where an element may stand that has such a parent. */
function inside({ name }: XmlElement, text: string): XmlElement {
  if (name === 'w:r') return element('w:t', [text]);
  return name === 'w:body' ? element('w:p', [run(text)]) : run(text);
}
