import type { ReactNode } from 'react';

/** The id of the form that a `Pick` belongs to, wherever it stands. */
export const PICK_FORM = 'glossary-pick';

type PickProps = {
  value: string;
  onPick: (value: string) => void;
  /** Given for a choice that stays, such as a category. */
  isChosen?: boolean;
  className: string;
  children: ReactNode;
};

/** Puts a text into the search; without scripts by asking for the page with that search. */
export function Pick({ value, onPick, isChosen, className, children }: PickProps) {
  return (
    <button
      type="submit"
      form={PICK_FORM}
      name="q"
      value={value}
      aria-pressed={isChosen}
      onClick={(event) => {
        event.preventDefault();
        onPick(value);
      }}
      className={`cursor-pointer ${className}`}
    >
      {children}
    </button>
  );
}
