import { useEffect, useRef } from 'react';
import { TextField } from '../../ui/field.tsx';

const DEBOUNCE_MS = 250;

type PictureSearchProps = {
  q: string;
  isLoading: boolean;
  onSearch: (q: string) => void;
};

/** Searches pictures on the server while the query is typed. */
export function PictureSearch({ q, isLoading, onSearch }: PictureSearchProps) {
  const timer = useRef<number>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search() {
    clearTimeout(timer.current);
    onSearch(input.current?.value.trim() ?? '');
  }

  return (
    <search aria-busy={isLoading}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <TextField
          ref={input}
          label="Search pictures"
          type="search"
          name="q"
          maxLength={200}
          placeholder="Words of the name or the alternative text"
          defaultValue={q}
          onChange={() => {
            clearTimeout(timer.current);
            timer.current = window.setTimeout(search, DEBOUNCE_MS);
          }}
        />
      </form>
    </search>
  );
}
