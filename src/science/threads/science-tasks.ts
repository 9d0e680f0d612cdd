import type { Chemistry } from '../chemistry/rdkit.ts';
import type { Typesetter } from '../math/typeset.ts';

export type Science = Chemistry & { typesetFormula: Typesetter };

type Method = keyof Science;

export type ScienceTask = { method: Method; values: unknown[] };

const METHODS: readonly Method[] = [
  'draw',
  'readQuery',
  'matchSubstructure',
  'drawMatch',
  'typesetFormula',
];

/** Science that something else computes: a thread, or the process that asks one. */
export function scienceBy(run: (task: ScienceTask) => Promise<unknown>): Science {
  return Object.fromEntries(
    METHODS.map((method) => [method, (...values: unknown[]) => run({ method, values })]),
  ) as Science;
}

export function computeWith(science: Science, { method, values }: ScienceTask): Promise<unknown> {
  return (science[method] as (...values: unknown[]) => Promise<unknown>)(...values);
}
