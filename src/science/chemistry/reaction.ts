import type { Unreadable } from './chemistry.ts';
import type { DrawnMolecule } from './drawn-molecule.ts';
import { hillFormula } from './formula.ts';
import { symbolOf } from './rdkit-json.ts';
import { chargeOf, readSmilesLine, refuseSmiles } from './smiles-input.ts';
import { addDrawing, emptyPaths, type Svg, type SvgPaths, writeSvg } from './structure-svg.ts';

type ReactionSmiles = { reactants: string[]; agents: string[]; products: string[] };

/** Reads `reactants>agents>products`, with the molecules of each part set apart by dots. */
export function readReaction(source: string): ReactionSmiles | Unreadable {
  const { smiles, extension } = readSmilesLine(source);
  if (/^>*$/.test(smiles)) return { message: 'there are no reactants: write them before the “>”' };
  const refusal = refuseSmiles({ smiles: smiles.replaceAll('>', ''), extension: '' });
  if (refusal !== null) return refusal;
  if (extension !== '')
    return { message: 'extensions between bars are not supported in reactions' };
  // Not the arrow of a dative bond.
  const parts = smiles.split(/(?<!-)>/).map(molecules);
  const [reactants = [], agents = [], products = []] = parts;
  if (parts.length !== 3) {
    return { message: 'write a reaction as reactants>agents>products, or reactants>>products' };
  }
  if (reactants.length === 0)
    return { message: 'there are no reactants: write them before the “>”' };
  if (products.length === 0) return { message: 'there are no products: write them after the “>”' };
  return { reactants, agents, products };
}

/** The molecules of a side: ions that follow one another until their charges cancel are one. Without atom maps. */
function molecules(side: string): string[] {
  const parts = side
    .replace(/:\d+\]/g, ']')
    .split('.')
    .filter((part) => part !== '');
  const found: string[] = [];
  for (let start = 0; start < parts.length; ) {
    const length = lengthOfSalt(parts.slice(start).map(chargeOfMolecule));
    found.push(parts.slice(start, start + length).join('.'));
    start += length;
  }
  return found;
}

/** How many of the first molecules are ions of one salt; 1 when they do not cancel before a molecule without charge. */
function lengthOfSalt(charges: readonly number[]): number {
  let sum = 0;
  for (const [index, charge] of charges.entries()) {
    sum += charge;
    if (charge === 0) break;
    if (sum === 0) return index + 1;
  }
  return 1;
}

function chargeOfMolecule(smiles: string): number {
  return (smiles.match(/\[[^\]]*\]/g) ?? []).reduce((sum, atom) => sum + chargeOf(atom), 0);
}

type Side = readonly DrawnMolecule[];
type DrawnReaction = { reactants: Side; agents: Side; products: Side };

/** `C2H4O2 + C2H6O → C4H8O2 + H2O, with H2O4S` */
export function reactionFormula({ reactants, agents, products }: DrawnReaction): string {
  const side = (molecules: Side) =>
    molecules.map(({ graph }) => hillFormula(graph.atoms)).join(' + ');
  const change = `${side(reactants)} → ${side(products)}`;
  return agents.length === 0 ? change : `${change}, with ${side(agents)}`;
}

/**
 * The atoms but hydrogen that the products have more of than all that reacts, as `2 O, N`; null for none. By-products that
 * are left out lose atoms, which is usual.
 */
export function gainedAtoms({ reactants, agents, products }: DrawnReaction): string | null {
  const [before, after] = [[...reactants, ...agents], products].map(heavyAtoms);
  const gained = [...(after ?? [])].flatMap(([symbol, count]) => {
    const more = count - (before?.get(symbol) ?? 0);
    return more <= 0 ? [] : [more === 1 ? symbol : `${more} ${symbol}`];
  });
  return gained.length === 0 ? null : gained.join(', ');
}

function heavyAtoms(molecules: Side): Map<string, number> {
  const counts = new Map<string, number>();
  for (const symbol of molecules.flatMap(({ graph }) => graph.atoms.map(symbolOf))) {
    if (symbol !== 'H' && symbol !== '*') counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  return counts;
}

const GAP = 12;
const PLUS = 9;
const MIN_ARROW = 48;

/** Draws a reaction on one line, its agents above the arrow. */
export function reactionSvg({ reactants, agents, products }: DrawnReaction): Svg {
  const above = Math.max(0, ...agents.map(({ drawing }) => drawing.height));
  const sides = Math.max(...[...reactants, ...products].map(({ drawing }) => drawing.height));
  // The arrow is at half the height of the sides; agents may stand out above them.
  const top = Math.max(0, above + GAP / 2 - sides / 2);
  const middle = top + sides / 2;
  const parts = emptyPaths();
  let x = drawSide(parts, reactants, 0, (height) => middle - height / 2);
  const start = x + GAP;
  const inner = agents.length === 0 ? 0 : drawSide(emptyPaths(), agents, 0, () => 0);
  const arrow = Math.max(MIN_ARROW, inner + 2 * GAP);
  drawSide(parts, agents, start + (arrow - inner) / 2, (height) => middle - GAP / 2 - height);
  line(parts, `M${start} ${middle}h${arrow}m-5-3l5 3-5 3`);
  x = drawSide(parts, products, start + arrow + GAP, (height) => middle - height / 2);
  return writeSvg(parts, Math.ceil(x), Math.ceil(top + sides));
}

/** Draws molecules with plus signs between them from `x` on; returns where they end. */
function drawSide(
  parts: SvgPaths,
  side: Side,
  x: number,
  topOf: (height: number) => number,
): number {
  let end = x;
  for (const [index, { drawing, graph }] of side.entries()) {
    const y = topOf(drawing.height);
    if (index > 0) {
      const middle = Math.round((y + drawing.height / 2) * 10) / 10;
      line(parts, `M${end + GAP} ${middle}h${PLUS}m${-PLUS / 2} ${-PLUS / 2}v${PLUS}`);
      end += 2 * GAP + PLUS;
    }
    addDrawing(parts, drawing, graph, { x: end, y });
    end += drawing.width;
  }
  return end;
}

function line(parts: SvgPaths, data: string): void {
  parts.bonds.set('bonds', (parts.bonds.get('bonds') ?? '') + data);
}
