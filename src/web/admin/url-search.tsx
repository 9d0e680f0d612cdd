import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { TextField } from '../ui/field.tsx';
import { isSearch, useShortcut } from './use-shortcut.ts';

const TYPING_PAUSE_MS = 250;

/** The choice of a select that looks for everything. */
export const ANY = 'all';

type UrlSearchProps = {
  label: string;
  placeholder: string;
  className: string;
  /** Selects beside the words; what they are called in the address is their name. */
  children?: ReactNode;
};

/** Looks for things on the server as one types; what is looked for stands in the address. */
export function UrlSearch({ label, placeholder, className, children }: UrlSearchProps) {
  const form = useRef<HTMLFormElement>(null);
  const pause = useRef<number>(undefined);
  const [wanted, setWanted] = useSearchParams();
  const address = wanted.toString();
  const written = useRef(address);
  const isSearching = useNavigation().state === 'loading';

  useEffect(() => () => clearTimeout(pause.current), []);
  useShortcut(isSearch, () => form.current?.querySelector('input')?.focus());

  // A link to the page without a search, or the way back, has changed what is looked for.
  useEffect(() => {
    if (written.current === address) return;
    written.current = address;
    clearTimeout(pause.current);
    const query = new URLSearchParams(address);
    for (const field of form.current?.querySelectorAll('select, input') ?? []) {
      const { name } = field as HTMLInputElement | HTMLSelectElement;
      const isChoice = field instanceof HTMLSelectElement;
      (field as HTMLInputElement).value = query.get(name) ?? (isChoice ? ANY : '');
    }
  }, [address]);

  function search() {
    clearTimeout(pause.current);
    const fields = [...new FormData(form.current ?? undefined)]
      .map(([name, value]) => [name, String(value).trim()] as [string, string])
      .filter(([, value]) => value !== '' && value !== ANY);
    written.current = new URLSearchParams(fields).toString();
    setWanted(fields, { replace: true, preventScrollReset: true });
  }

  function change({ target }: FormEvent) {
    clearTimeout(pause.current);
    if (target instanceof HTMLSelectElement) search();
    else pause.current = window.setTimeout(search, TYPING_PAUSE_MS);
  }

  return (
    <search aria-busy={isSearching}>
      <form
        ref={form}
        className={className}
        onChange={change}
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <TextField
          label={label}
          type="search"
          name="q"
          maxLength={200}
          placeholder={placeholder}
          defaultValue={wanted.get('q') ?? ''}
        />
        {children}
      </form>
    </search>
  );
}
