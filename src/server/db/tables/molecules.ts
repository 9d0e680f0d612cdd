/** Molecules, and the posts that show them. */
export type MoleculeTables = {
  molecules: MoleculesTable;
  post_molecules: PostMoleculesTable;
};

/** What posts show, also unpublished ones: a row ends with the last post that shows it. */
type MoleculesTable = {
  inchikey: string;
  /** The first block of the key: the same for all stereoisomers. */
  connectivity: string;
  smiles: string;
  inchi: string;
  formula: string;
  /** JSON object. */
  descriptors: string;
  molblock: string;
  /** Not used any more, as the two below: empty. */
  pattern_fp: Uint8Array;
  morgan_fp: Uint8Array;
  morgan_bits: number;
  /** The version that computed the row. */
  rdkit_version: string;
};

/** The rows are in document order; a post may show a molecule several times. */
type PostMoleculesTable = {
  post_id: string;
  position: number;
  inchikey: string;
  label: string | null;
  name: string | null;
  /** Not used any more: null. */
  form: string | null;
};
