import cluster from 'node:cluster';
import { isMessage } from './messages.ts';

export type Peers = {
  /** Ends when every other worker shows the post as it is now. */
  tell: (id: string) => Promise<void>;
};

/**
 * The other workers of this machine, as one of them sees them; a process that serves alone has none.
 *
 * @param show shows a post that another worker has changed
 */
export function meetPeers(show: (id: string) => Promise<void>): Peers {
  const { worker } = cluster;
  if (worker === undefined) return { tell: async () => undefined };
  const waiting = new Map<number, () => void>();
  let lastNumber = 0;

  worker.on('message', async (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.kind === 'post-changed') {
      await show(message.id);
      worker.send({ kind: 'post-shown', number: message.number });
      return;
    }
    waiting.get(message.number)?.();
    waiting.delete(message.number);
  });

  return {
    tell(id) {
      lastNumber += 1;
      const number = lastNumber;
      const told = new Promise<void>((resolve) => waiting.set(number, resolve));
      worker.send({ kind: 'post-changed', number, id });
      return told;
    },
  };
}
