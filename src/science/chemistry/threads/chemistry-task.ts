import type { Chemistry } from '../chemistry.ts';

type Method = keyof Chemistry;

/** A call of `Chemistry` as a message. */
export type ChemistryTask = { method: Method; values: Parameters<Chemistry[Method]> };

const METHODS: readonly Method[] = ['draw', 'readQuery', 'matchSubstructure', 'drawMatch'];

/** Chemistry that something else computes: a thread, or the process that asks one. */
export function chemistryBy(run: (task: ChemistryTask) => Promise<unknown>): Chemistry {
  const calls = METHODS.map((method) => {
    return [method, (...values: ChemistryTask['values']) => run({ method, values })];
  });
  return Object.fromEntries(calls);
}

export function computeWith(chemistry: Chemistry, { method, values }: ChemistryTask) {
  return (chemistry[method] as (...values: unknown[]) => Promise<unknown>)(...values);
}
