/** The path of a molecule's page: in lower case, like every other. */
export function moleculePath(inchikey: string): string {
  return `/molecules/${inchikey.toLowerCase()}`;
}
