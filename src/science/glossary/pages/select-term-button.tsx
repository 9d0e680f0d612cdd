import type { ReactNode } from 'react';

/** The id of the form that every `SelectTermButton` submits, also from outside it. */
export const SELECT_TERM_FORM = 'glossary-pick';

type SelectTermButtonProps = {
  value: string;
  onSelect: (value: string) => void;
  /** Defined for toggles, such as a category. */
  isSelected?: boolean;
  className: string;
  children: ReactNode;
};

/** Puts a text into the search field; without scripts it requests the page with that search. */
export function SelectTermButton({
  value,
  onSelect,
  isSelected,
  className,
  children,
}: SelectTermButtonProps) {
  return (
    <button
      type="submit"
      form={SELECT_TERM_FORM}
      name="q"
      value={value}
      aria-pressed={isSelected}
      onClick={(event) => {
        event.preventDefault();
        onSelect(value);
      }}
      className={`cursor-pointer ${className}`}
    >
      {children}
    </button>
  );
}
