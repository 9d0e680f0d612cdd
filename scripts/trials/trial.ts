export type Trial = {
  name: string;
  /**
   * Prints what it does and finds.
   *
   * @param args what follows the name on the command line
   * @returns whether the site kept its promise
   * @throws for an invalid argument
   */
  run: (args: readonly string[]) => Promise<boolean>;
};

/** Parses a whole number of the command line. */
export function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} must be a whole number, not ${value}`);
  return Number(value);
}
