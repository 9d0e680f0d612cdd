/** A public post was changed by a worker, which waits until the others show it. */
export type PostChanged = { kind: 'post-changed'; number: number; id: string };

/** The pages of a worker show the change with this number. */
export type PostShown = { kind: 'post-shown'; number: number };

export type Message = PostChanged | PostShown;

/** Whether what came from another process is one of these. */
export function isMessage(value: unknown): value is Message {
  const kind = (value as Partial<Message> | null)?.kind;
  return kind === 'post-changed' || kind === 'post-shown';
}
