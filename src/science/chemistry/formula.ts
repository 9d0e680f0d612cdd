import { type Atom, symbolOf } from './rdkit-json.ts';

/**
 * The molecular formula in Hill notation: carbon, hydrogen, then the other elements by their symbols, and the net
 * charge (`C5H14NO+`, `O4S-2`). Isotopes count as their element, as in InChI; dummy atoms are `*`.
 */
export function hillFormula(atoms: readonly Atom[]): string {
  const counts = new Map<string, number>();
  let charge = 0;
  for (const atom of atoms) {
    add(symbolOf(atom), 1);
    add('H', atom.hydrogens);
    charge += atom.charge;
  }
  return hillOrder([...counts.keys()])
    .map((symbol) => symbol + digits(counts.get(symbol) ?? 0))
    .concat(chargeText(charge))
    .join('');

  function add(symbol: string, count: number): void {
    if (count > 0) counts.set(symbol, (counts.get(symbol) ?? 0) + count);
  }
}

function hillOrder(symbols: readonly string[]): string[] {
  const first = symbols.includes('C') ? ['C', 'H'] : [];
  const rank = (symbol: string) => (symbol === '*' ? 3 : [...first, symbol].indexOf(symbol));
  return symbols.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function digits(count: number): string {
  return count === 1 ? '' : `${count}`;
}

function chargeText(charge: number): string[] {
  if (charge === 0) return [];
  return [(charge > 0 ? '+' : '-') + digits(Math.abs(charge))];
}
