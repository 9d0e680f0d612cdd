import type { Chemistry } from '../chemistry.ts';

/** A call of `Chemistry` as a message. */
export type ChemistryTask = {
  [Method in keyof Chemistry]: { method: Method; values: Parameters<Chemistry[Method]> };
}[keyof Chemistry];

/** Chemistry that something else computes: a thread, or the process that asks one. */
export function chemistryBy(run: (task: ChemistryTask) => Promise<unknown>): Chemistry {
  const call =
    <Method extends keyof Chemistry>(method: Method) =>
    (...values: Parameters<Chemistry[Method]>) =>
      run({ method, values } as ChemistryTask) as ReturnType<Chemistry[Method]>;
  return {
    draw: call('draw'),
    readQuery: call('readQuery'),
    matchSubstructure: call('matchSubstructure'),
    drawMatch: call('drawMatch'),
  };
}

export async function computeWith(chemistry: Chemistry, task: ChemistryTask): Promise<unknown> {
  switch (task.method) {
    case 'draw':
      return chemistry.draw(...task.values);
    case 'readQuery':
      return chemistry.readQuery(...task.values);
    case 'matchSubstructure':
      return chemistry.matchSubstructure(...task.values);
    case 'drawMatch':
      return chemistry.drawMatch(...task.values);
  }
}
