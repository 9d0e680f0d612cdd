import type { Compose } from './dispatcher.ts';

/** A composer for each kind of mail. */
export type Composers = Readonly<Record<string, Compose>>;

export function composeByKind(composers: Composers): Compose {
  return (mail) => {
    const compose = Object.hasOwn(composers, mail.kind) ? composers[mail.kind] : undefined;
    if (compose === undefined) throw new Error(`Nothing composes mails of the kind ${mail.kind}`);
    return compose(mail);
  };
}
