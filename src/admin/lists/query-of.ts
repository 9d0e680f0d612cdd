/** The query string of an API call, without parameters that are empty or undefined. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => !!entry[1]);
  return new URLSearchParams(given);
}
