/** Sends messages to the other process, and takes those that come from it. */
export type Channel = {
  send: (message: unknown) => void;
  onMessage: (take: (message: unknown) => void) => void;
};

/** Functions that the other process may call. Those that return an iterable are called by `stream`. */
export type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

type SentError = { name: string; message: string; stack: string | undefined };
type Message =
  | { id: number; name: string; args: unknown[] }
  | { id: number; value: unknown }
  | { id: number; error: SentError };

export type RemoteCalls = {
  /** Rejects with an error of the same name as in the other process, which is not of its class here. */
  call: <T>(name: string, ...args: unknown[]) => Promise<T>;
  /** One item is fetched at a time, when it is asked for. */
  stream: <T>(name: string, ...args: unknown[]) => AsyncGenerator<T>;
  /** Calls that were not answered yet, and those of the other process that are under way. */
  pending: () => { own: number; others: number };
  /** Rejects all calls that were not answered, and all to come. */
  end: (reason: unknown) => void;
};

/** Calls between two processes, in both directions. Arguments and results are cloned. */
export function connectCalls({ send, onMessage }: Channel, handlers: Handlers): RemoteCalls {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const streams = new Map<number, AsyncIterator<unknown>>();
  let [last, others] = [0, 0];
  let ended: { reason: unknown } | null = null;

  const served: Handlers = {
    ...handlers,
    async openStream(id: number, name: string, args: never[]) {
      const iterable = handlers[name]?.(...args) as AsyncIterable<unknown>;
      streams.set(id, iterable[Symbol.asyncIterator]());
    },
    async nextOfStream(id: number) {
      return streams.get(id)?.next();
    },
    async endStream(id: number) {
      await streams.get(id)?.return?.();
      streams.delete(id);
    },
  };

  function call<T>(name: string, ...args: unknown[]): Promise<T> {
    if (ended !== null) return Promise.reject(ended.reason);
    const id = ++last;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    send({ id, name, args });
    return answer.promise as Promise<T>;
  }

  async function* stream<T>(name: string, ...args: unknown[]): AsyncGenerator<T> {
    const id = ++last;
    await call('openStream', id, name, args);
    try {
      for (;;) {
        const { done, value } = await call<IteratorResult<T>>('nextOfStream', id);
        if (done) return;
        yield value;
      }
    } finally {
      if (ended === null) await call('endStream', id);
    }
  }

  async function serve({ id, name, args }: Extract<Message, { name: string }>): Promise<void> {
    others += 1;
    try {
      const handler = served[name];
      if (handler === undefined) throw new Error(`There is no ${name}`);
      send({ id, value: await handler(...(args as never[])) });
    } catch (error) {
      send({ id, error: toSent(error) });
    } finally {
      others -= 1;
    }
  }

  onMessage((received) => {
    const message = received as Message;
    if ('name' in message) {
      void serve(message);
      return;
    }
    const answer = waiting.get(message.id);
    waiting.delete(message.id);
    if ('error' in message) answer?.reject(toError(message.error));
    else answer?.resolve(message.value);
  });

  function end(reason: unknown): void {
    ended ??= { reason };
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  return { call, stream, pending: () => ({ own: waiting.size, others }), end };
}

function toSent(error: unknown): SentError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack };
}

function toError({ name, message, stack }: SentError): Error {
  return Object.assign(new Error(message), { name, stack });
}
