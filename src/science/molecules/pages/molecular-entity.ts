import type { MolecularEntityLeaf } from 'schema-dts';
import type { Describe } from '../../../ui/page-graph.ts';
import type { PublicMolecule } from '../molecule-reading.ts';

export function molecularEntity({
  molecule,
  name,
  names,
  posts,
}: Omit<PublicMolecule, 'stereoisomers'>): Describe<MolecularEntityLeaf> {
  const { inchikey, inchi, smiles, formula, properties } = molecule;
  return ({ url, publicUrl }) => ({
    '@type': 'MolecularEntity',
    '@id': `${url}#molecule`,
    name: name ?? formula,
    ...(names.length > 1 ? { alternateName: names.slice(1) } : {}),
    url,
    image: `${url}.svg`,
    inChIKey: inchikey,
    inChI: inchi,
    smiles,
    molecularFormula: formula,
    molecularWeight: `${properties.weight} g/mol`,
    monoisotopicMolecularWeight: `${properties.exactMass} g/mol`,
    subjectOf: posts.map((post) => ({ '@id': `${publicUrl}/blog/${post.slug}#post` })),
  });
}
