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

/** Replaces formulas, which the library for Word documents leaves out, by marks. */
export function replaceFormulas(parent: XmlElement, parts: DocumentParts): void {
  // The library reads what is written for programs that do not know a drawing.
  const fallback = childOf(parent, 'mc:Fallback');
  if (fallback !== undefined) parent.children = [fallback];
  parent.children = parent.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child];
    if (child.name === 'm:oMathPara')
      return allIn(child, 'm:oMath').map((math) => formula(math, '$$', parts));
    if (child.name === 'm:oMath') return [formula(child, '$', parts)];
    replaceFormulas(child, parts);
    return [child];
  });
}

/** Its letters, where it has a form that TeX has not. */
function formula(math: XmlElement, dollars: string, parts: DocumentParts): XmlElement {
  try {
    return run(parts.mark(dollars + texOf(math) + dollars));
  } catch (error) {
    if (!(error instanceof UnknownMathError)) throw error;
    return run(xmlText(math));
  }
}

function run(text: string): XmlElement {
  return element('w:r', [element('w:t', [text])]);
}
