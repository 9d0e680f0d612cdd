import { isElement, type XmlElement, xmlText } from './xml-tree.ts';

/** A field between its begin and its end: an instruction, then what Word shows. */
type Field = { instruction: string; runs: XmlElement[] };

/** Takes out tables of contents: a post with four headings has one by itself. */
export function removeContents(root: XmlElement): void {
  const open: Field[] = [];

  function read(part: XmlElement, run: XmlElement): void {
    const kind = part.attributes['w:fldCharType'];
    if (kind === 'begin') open.push({ instruction: '', runs: [run] });
    const field = kind === 'end' ? open.pop() : open.at(-1);
    if (field === undefined) return;
    if (part.name === 'w:instrText') field.instruction += xmlText(part);
    if (kind === 'end' && /^\s*TOC\b/.test(field.instruction)) {
      for (const shown of field.runs) shown.children = [];
    }
  }

  for (const run of runsOf(root)) {
    for (const field of open) field.runs.push(run);
    for (const part of run.children.filter(isElement)) read(part, run);
  }
}

/** The runs of a text in order, also those of links and tracked insertions. */
function runsOf(parent: XmlElement): XmlElement[] {
  return parent.children
    .filter(isElement)
    .flatMap((child) => (child.name === 'w:r' ? [child] : runsOf(child)));
}
