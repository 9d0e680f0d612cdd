/** Scaffolds with places for two substituents. */
const SCAFFOLDS = `{}c1ccc({})cc1 {}c1cccc({})c1 {}c1ccc({})nc1 {}c1cnc({})nc1 {}c1ccc2cc({})ccc2c1
{}c1ccc2[nH]c({})cc2c1 {}c1ccc2nc({})sc2c1 {}c1ccc2nc({})[nH]c2c1 {}c1csc({})n1 {}c1cc({})on1
{}C1CCN({})CC1 {}C1CCC({})CC1 {}N1CCN({})CC1 {}c1ccc2ncc({})cc2c1 {}c1ncnc2ccc({})cc12
{}C1CC({})C1 {}c1ccc(Oc2ccc({})cc2)cc1 {}c1ccc(-c2ccc({})cc2)cc1 {}c1ccc(NC(=O)c2ccc({})cc2)cc1
{}c1ccc(S(=O)(=O)Nc2ccc({})cc2)cc1 {}c1cc2ccccc2n1{} {}c1nn({})c2ccccc12 {}C1=CC(=O)N({})C=C1
{}[C@H]1CCN({})C1 {}c1ccc(C[C@H](N)C(=O)N{})cc1`.split(/\s+/);

const FIRST =
  'C CC C(C)C OC F Cl C(F)(F)F C#N C(=O)O C(=O)NC N(C)C S(=O)(=O)C CO OCC C8CC8 C(=O)OC CCN C(N)=O CC#N Br'.split(
    ' ',
  );
const SECOND =
  'C C(=O)C CCO C(=O)N(C)C Cc9ccccc9 CCOC C9CCCC9 C(=O)c9ccco9 CC(F)(F)F CC(=O)OC CCN9CCOCC9 C(=O)CC Cc9cccnc9 CC(C)C C(C)C(=O)O CC(=O)N c9ccncc9 c9cccc(Cl)c9 CC#C C(=O)C9CC9'.split(
    ' ',
  );

/** Distinct SMILES of drug-like molecules, enumerated from scaffolds and substituents: at most 10,000. */
export function enumerateMolecules(count: number): string[] {
  const all = FIRST.flatMap((first, i) =>
    SECOND.flatMap((_, shift) =>
      SCAFFOLDS.map((scaffold) => fill(scaffold, first, SECOND[(i + shift) % SECOND.length] ?? '')),
    ),
  );
  // A stride that has no divisor in common with the count, so that a part of them is as varied as all.
  return Array.from({ length: count }, (_, at) => all[(at * 7_919) % all.length] ?? '');
}

/** A substituent is written after its bond; before the ring, it is turned around by a branch. */
function fill(scaffold: string, first: string, second: string): string {
  const [before = '', middle = '', after = ''] = scaffold.split('{}');
  const start = before === '' ? leading(first, middle) : `${before}${first}${middle}`;
  return `${start}${second}${after}`;
}

/** `{}c1…` becomes `c1(X)…`: the first atom of the scaffold carries the substituent. */
function leading(substituent: string, rest: string): string {
  const [, atom = '', others = ''] = /^(\[[^\]]+\]\d*|[A-Za-z]\d*)(.*)$/s.exec(rest) ?? [];
  return `${atom}(${substituent})${others}`;
}
