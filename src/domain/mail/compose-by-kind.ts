import type { Compose } from './dispatcher.ts';

/** What composes mails of which kind. */
export type Composers = Readonly<Record<string, Compose>>;

/** Composes each mail as its kind asks for. */
export function composeByKind(composers: Composers): Compose {
  return (mail) => {
    const compose = Object.hasOwn(composers, mail.kind) ? composers[mail.kind] : undefined;
    if (compose === undefined) throw new Error(`Nothing composes mails of the kind ${mail.kind}`);
    return compose(mail);
  };
}
