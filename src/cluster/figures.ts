import cluster from 'node:cluster';

/** A worker was asked for the figures of all, which the process that watches over them knows. */
type Asked = { kind: 'figures-asked'; number: number };
type Told = { kind: 'figures-told'; number: number; text: string | null };

/** In the process that watches over the workers: tells them the figures of all when they ask. */
export function tellFigures(figures: () => Promise<string>): void {
  cluster.on('message', async (worker, message: Partial<Asked> | null) => {
    if (message?.kind !== 'figures-asked') return;
    const text = await figures().catch(() => null);
    if (worker.isConnected()) worker.send({ kind: 'figures-told', number: message.number, text });
  });
}

/**
 * What asks for the figures of all workers, in one of them.
 *
 * @param own the figures of this process, which are all where it serves alone
 */
export function figuresOfAll(own: () => Promise<string>): () => Promise<string> {
  if (!cluster.isWorker) return own;
  const waiting = new Map<number, (text: string | null) => void>();
  let lastNumber = 0;
  process.on('message', (message: Partial<Told> | null) => {
    if (message?.kind !== 'figures-told' || message.number === undefined) return;
    waiting.get(message.number)?.(message.text ?? null);
    waiting.delete(message.number);
  });
  return async () => {
    lastNumber += 1;
    const number = lastNumber;
    const told = new Promise<string | null>((resolve) => waiting.set(number, resolve));
    process.send?.({ kind: 'figures-asked', number });
    const text = await told;
    if (text === null) throw new Error('The figures of all workers cannot be had');
    return text;
  };
}
