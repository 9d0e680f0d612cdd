import type { Root } from 'hast';
import { connectivityOf } from '../../science/chemistry/chemistry.ts';
import type { ShownMolecule } from '../../science/molecules/post-molecules.ts';
import { quoted, type Report } from '../../text/finding.ts';
import { visitElements } from '../../text/hast.ts';
import type { Prose } from './prose.ts';

const KEY = /(?<![A-Z])[A-Z]{14}-[A-Z]{10}-[A-Z](?![A-Z])/g;
const INCHI = /InChI=1S?\/[^\s"'<>]{1,2000}/g;

/**
 * Reports an InChI or InChIKey that belongs to no structure of the body, if a structure stands beside it.
 *
 * @param sections those that have a structure
 */
export function findForeignIdentifiers(
  prose: readonly Prose[],
  molecules: readonly ShownMolecule[],
  sections: ReadonlySet<number>,
  report: Report,
): void {
  if (molecules.length === 0) return;
  for (const { text, section, lineAt } of prose) {
    const isBeside = sections.has(section);
    for (const { 0: key, index } of text.matchAll(KEY)) {
      const message = foreignKey(key, molecules, isBeside);
      if (message !== null) report('foreign-identifier', { line: lineAt(index) }, message);
    }
    for (const { 0: written, index } of isBeside ? text.matchAll(INCHI) : []) {
      const inchi = written.replace(/[.,;:)\]]+$/, '');
      if (molecules.some(({ molecule }) => molecule.inchi === inchi)) continue;
      const message = `${quoted(inchi)} is not one of the structures drawn here.`;
      report('foreign-identifier', { line: lineAt(index) }, message);
    }
  }
}

function foreignKey(
  key: string,
  molecules: readonly ShownMolecule[],
  isBeside: boolean,
): string | null {
  const keys = molecules.map(({ molecule }) => molecule.inchikey);
  if (keys.includes(key)) return null;
  if (keys.some((each) => connectivityOf(each) === connectivityOf(key))) {
    return `${key} differs in stereochemistry, isotopes or charge from the structure drawn here.`;
  }
  return isBeside ? `${key} does not belong to any structure drawn here.` : null;
}

/** The sections, as `readProse` counts them, that draw a molecule. */
export function sectionsWithStructures(tree: Root): Set<number> {
  const found = new Set<number>();
  let section = 0;
  visitElements(tree, ({ tagName, properties: { dataScience: kind } }) => {
    if (/^h[1-6]$/.test(tagName)) section += 1;
    if (kind === 'smiles' || kind === 'molfile') found.add(section);
  });
  return found;
}
