import type { Structure } from './chemistry.ts';
import { type DrawnMolecule, drawMolecule, type Svg, svgOf } from './drawing.ts';
import { hillFormula } from './graph.ts';
import { chargeOf, checkSmiles, Refusal, readSmiles, readSmilesLine } from './inputs.ts';
import type { Rdkit } from './rdkit.ts';

/** What stands before, above and behind the arrow. */
type ReactionSides<Molecule> = readonly [
  reactants: readonly Molecule[],
  agents: readonly Molecule[],
  products: readonly Molecule[],
];

export function drawReaction(rdkit: Rdkit, source: string): Structure {
  const draw = (smiles: string) => {
    try {
      using molecule = readSmiles(rdkit, smiles);
      return drawMolecule(rdkit, molecule);
    } catch (error) {
      throw error instanceof Refusal ? new Refusal(`“${smiles}”: ${error.message}`) : error;
    }
  };
  const [reactants, agents, products] = readReaction(source);
  const drawn = [reactants.map(draw), agents.map(draw), products.map(draw)] as const;
  const gained = gainedAtoms(drawn);
  const formula = formulaOf(drawn);
  const svg = reactionSvg(drawn);
  return { ...svg, formula, ...(gained && { gained }), molecule: null, computed: null };
}

function readReaction(source: string): ReactionSides<string> {
  const { smiles, extension } = readSmilesLine(source);
  const noReactants = new Refusal('there are no reactants: write them before the “>”');
  if (/^>*$/.test(smiles)) throw noReactants;
  checkSmiles({ smiles: smiles.replaceAll('>', ''), extension: '' });
  if (extension !== '') throw new Refusal('extensions between bars are not supported in reactions');
  // Not the arrow of a dative bond.
  const parts = smiles.split(/(?<!-)>/).map(molecules);
  const [reactants = [], agents = [], products = []] = parts;
  if (parts.length !== 3)
    throw new Refusal('write a reaction as reactants>agents>products, or reactants>>products');
  if (reactants.length === 0) throw noReactants;
  if (products.length === 0) throw new Refusal('there are no products: write them after the “>”');
  return [reactants, agents, products];
}

/** The molecules of a side: ions that follow one another until their charges cancel are one. Without atom maps. */
function molecules(side: string): string[] {
  const parts = side.replace(/:\d+\]/g, ']').split('.');
  const whole: string[] = [];
  let ions: string[] = [];
  for (const part of parts.filter((part) => part !== '')) {
    if (chargeOfMolecule(part) === 0) {
      whole.push(...ions, part);
      ions = [];
      continue;
    }
    ions.push(part);
    if (ions.reduce((sum, ion) => sum + chargeOfMolecule(ion), 0) !== 0) continue;
    whole.push(ions.join('.'));
    ions = [];
  }
  return [...whole, ...ions];
}

function chargeOfMolecule(smiles: string): number {
  return (smiles.match(/\[[^\]]*\]/g) ?? []).reduce((sum, atom) => sum + chargeOf(atom), 0);
}

/** `C2H4O2 + C2H6O → C4H8O2 + H2O, with H2O4S` */
function formulaOf(parts: ReactionSides<DrawnMolecule>): string {
  const [reactants, agents, products] = parts.map((side) =>
    side.map(({ graph }) => hillFormula(graph.atoms)).join(' + '),
  );
  return `${reactants} → ${products}${agents && `, with ${agents}`}`;
}

/**
 * Heavy atoms that the products have and nothing brings, as `2 O, N`. Left-out by-products lose
 * atoms, which is usual.
 */
function gainedAtoms([reactants, agents, products]: ReactionSides<DrawnMolecule>): string {
  const symbols = (molecules: readonly DrawnMolecule[]) =>
    Map.groupBy(
      molecules.flatMap(({ graph }) => graph.atoms.map(({ symbol }) => symbol)),
      (symbol) => symbol,
    );
  const before = symbols([...reactants, ...agents]);
  const gained = [...symbols(products)].flatMap(([symbol, all]) => {
    const more = all.length - (before.get(symbol)?.length ?? 0);
    return more <= 0 || /^[H*]$/.test(symbol) ? [] : [more === 1 ? symbol : `${more} ${symbol}`];
  });
  return gained.join(', ');
}

const GAP = 12;
const PLUS = 9;
const MIN_ARROW = 48;

function drawSide(side: readonly DrawnMolecule[]) {
  const height = Math.max(0, ...side.map((molecule) => molecule.height));
  let [paths, width] = ['', 0];
  for (const [index, molecule] of side.entries()) {
    if (index > 0) {
      paths += `<path d="M${width + GAP} ${height / 2}h${PLUS}m${-PLUS / 2} ${-PLUS / 2}v${PLUS}"/>`;
      width += 2 * GAP + PLUS;
    }
    paths += movedTo(width, (height - molecule.height) / 2, molecule.paths);
    width += molecule.width;
  }
  return { paths, width, height };
}

function movedTo(x: number, y: number, paths: string): string {
  return `<g transform="translate(${x} ${y})">${paths}</g>`;
}

function reactionSvg([reactants, agents, products]: ReactionSides<DrawnMolecule>): Svg {
  const [left, above, right] = [drawSide(reactants), drawSide(agents), drawSide(products)];
  const half = Math.max(left.height, right.height) / 2;
  const middle = Math.max(half, above.height + GAP / 2);
  const start = left.width + GAP;
  const arrow = Math.max(MIN_ARROW, above.width + 2 * GAP);
  const end = start + arrow + GAP;
  return svgOf({
    width: end + right.width,
    height: Math.ceil(middle + half),
    paths: [
      movedTo(0, middle - left.height / 2, left.paths),
      movedTo(start + (arrow - above.width) / 2, middle - GAP / 2 - above.height, above.paths),
      `<path d="M${start} ${middle}h${arrow}m-5-3l5 3-5 3"/>`,
      movedTo(end, middle - right.height / 2, right.paths),
    ].join(''),
  });
}
