import { useEffect, useRef } from 'react';
import { TextField } from '../../ui/field.tsx';

const TYPING_PAUSE_MS = 250;

type PictureSearchProps = {
  q: string;
  isLoading: boolean;
  onSearch: (q: string) => void;
};

/** Looks for pictures on the server as one types. */
export function PictureSearch({ q, isLoading, onSearch }: PictureSearchProps) {
  const pause = useRef<number>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(pause.current), []);

  function search() {
    clearTimeout(pause.current);
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
            clearTimeout(pause.current);
            pause.current = window.setTimeout(search, TYPING_PAUSE_MS);
          }}
        />
      </form>
    </search>
  );
}
