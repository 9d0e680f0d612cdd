import type { DocumentParts } from './document.ts';
import type { Citations } from './docx-citations.ts';
import { allIn, childOf, element, isElement, valOf, type XmlElement, xmlText } from './xml-tree.ts';

/** A field between its begin and its end: an instruction, then what Word shows. */
type Field = { instruction: string; runs: XmlElement[] };

const CITATION = /^\s*ADDIN (?:ZOTERO_ITEM )?CSL_CITATION (.*)$/s;
const BIBLIOGRAPHY = /^\s*ADDIN (?:ZOTERO_BIBL|Mendeley Bibliography|CSL_BIBLIOGRAPHY)/;
/** EndNote's without the data in it, and those of Word itself. */
const OTHER_CITATION = /^\s*(?:ADDIN EN\.CITE(?!\.)|CITATION )/;
/** Mendeley Cite writes no fields, but content controls. */
const CITATION_TAG = /^MENDELEY_CITATION/;

/** Replaces citations of Zotero and Mendeley by marks, and takes out lists that a post makes itself. */
export function replaceFields(root: XmlElement, citations: Citations, parts: DocumentParts): void {
  const open: Field[] = [];

  function read(part: XmlElement, run: XmlElement): void {
    const field = open.at(-1);
    const kind = part.attributes['w:fldCharType'];
    if (kind === 'begin') open.push({ instruction: '', runs: [run] });
    if (kind === 'end' && field !== undefined) replace(open.pop() ?? field);
    if (part.name === 'w:instrText' && field !== undefined) field.instruction += xmlText(part);
  }

  function replace({ instruction, runs }: Field): void {
    const json = CITATION.exec(instruction)?.[1];
    const text = json === undefined ? null : citations.cite(json);
    if (text !== null) show(runs, parts.mark({ kind: 'markdown', text }));
    else if (BIBLIOGRAPHY.test(instruction) && citations.works().length > 0) {
      show(runs, parts.lost('the list of references, which the post makes itself'));
    } else if (/^\s*TOC\b/.test(instruction)) {
      show(
        runs,
        parts.lost('the table of contents, which a post with four headings has by itself'),
      );
    } else if (json !== undefined || OTHER_CITATION.test(instruction)) tell(runs);
  }

  /** Keeps what is shown of a citation. */
  function tell(runs: readonly XmlElement[]): void {
    runs.at(-1)?.children.push(element('w:t', [parts.lost(LINK)]));
  }

  for (const run of runsOf(root)) {
    for (const field of open) field.runs.push(run);
    for (const part of run.children.filter(isElement)) read(part, run);
  }
  for (const control of allIn(root, 'w:sdt')) {
    const tag = valOf(childOf(control, 'w:sdtPr'), 'w:tag') ?? '';
    if (CITATION_TAG.test(tag)) tell(runsOf(control));
  }
}

const LINK = 'the link of a citation to its reference; its text is kept';

/** Shows a text in the place of runs. */
function show(runs: readonly XmlElement[], text: string): void {
  for (const [index, run] of runs.entries()) {
    run.children = index === 0 ? [element('w:t', [text])] : [];
  }
}

/** The runs of a text in order, also those of links and tracked insertions. */
function runsOf(parent: XmlElement): XmlElement[] {
  return parent.children
    .filter(isElement)
    .flatMap((child) => (child.name === 'w:r' ? [child] : runsOf(child)));
}
