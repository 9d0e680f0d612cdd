import type { PostFormValues } from './post-form-values.ts';

/**
 * Text that could not be saved because the session had ended. It waits in this tab's storage, under
 * the address of its form, while the author signs in again.
 */
export type KeptText = {
  values: PostFormValues;
  /** The version of the post that was edited; null for a new post. */
  version: number | null;
};

const keyOf = (pathname: string) => `keptText:${pathname}`;

export function keepText(pathname: string, text: KeptText): void {
  sessionStorage.setItem(keyOf(pathname), JSON.stringify(text));
}

export function keptText(pathname: string): KeptText | null {
  return JSON.parse(sessionStorage.getItem(keyOf(pathname)) ?? 'null');
}

export function forgetText(pathname: string): void {
  sessionStorage.removeItem(keyOf(pathname));
}
