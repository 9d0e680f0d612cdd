/** The path of a molecule's page: in lower case, like every other. */
export function moleculePath(address: string): string {
  return `/molecules/${address.toLowerCase()}`;
}

/** @param q SMILES with which the drawing starts */
export function drawPath(q = ''): string {
  return q === '' ? '/molecules/draw' : `/molecules/draw?${new URLSearchParams({ q })}`;
}
