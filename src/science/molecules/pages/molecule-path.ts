/** The path of a molecule's page: in lower case, like every other. */
export function moleculePath(address: string): string {
  return `/molecules/${address.toLowerCase()}`;
}
