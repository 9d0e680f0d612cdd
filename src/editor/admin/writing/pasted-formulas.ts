import type { Element } from 'hast';
import { classesOf, elementsOf, textOf } from './pasted-elements.ts';

const FORMULA_CLASS =
  /(?:^| )(?:katex(?:-display)?|MathJax(?:_Display)?|mwe-math-element|mwe-math-fallback-image-\w+)(?: |$)/;

export function isFormula({ tagName, properties, ...element }: Element): boolean {
  return (
    /^(?:math|mjx-container)$/.test(tagName) ||
    (tagName === 'script' && /^math\/tex/.test(String(properties.type))) ||
    FORMULA_CLASS.test(classesOf({ tagName, properties, ...element }))
  );
}

/** A formula of another page: its TeX, as this site, KaTeX, MathJax and Wikipedia keep it; null where it has none. */
export function formulaOf(formula: Element): { tex: string | null; isDisplay: boolean } {
  const all = [formula, ...elementsOf(formula)];
  const property = (...names: string[]) =>
    all.flatMap(({ properties }) => names.map((name) => properties[name])).find(Boolean);
  const annotation = all.find(
    ({ tagName, properties }) =>
      (tagName === 'annotation' && /tex/i.test(String(properties.encoding))) ||
      (tagName === 'script' && /^math\/tex/.test(String(properties.type))),
  );
  const source = annotation ? textOf(annotation) : property('alttext', 'dataLatex', 'alt');
  const tex = String(source ?? '')
    .replace(/^\s*\{\\(?:display|text)style\s+([\s\S]*)\}\s*$/, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const isDisplay = all.some(
    (element) =>
      /display(?:_Display)?$|_Display/.test(classesOf(element)) ||
      /^(?:block|true)$/.test(String(element.properties.display)) ||
      /mode=display/.test(String(element.properties.type)),
  );
  return { tex: tex === '' ? null : tex, isDisplay };
}
