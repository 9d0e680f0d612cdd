import type { ComponentProps } from 'react';

/** The id of the form that every `SelectTermButton` submits, also from outside it. */
export const SELECT_TERM_FORM = 'glossary-pick';

type SelectTermButtonProps = Pick<ComponentProps<'button'>, 'className' | 'children'> & {
  value: string;
  onSelect: (value: string) => void;
  /** Defined for toggles, such as a category. */
  isSelected?: boolean;
};

/** Puts a text into the search field; without scripts it requests the page with that search. */
export function SelectTermButton({ onSelect, isSelected, ...button }: SelectTermButtonProps) {
  return (
    <button
      {...button}
      type="submit"
      form={SELECT_TERM_FORM}
      name="q"
      aria-pressed={isSelected}
      onClick={(event) => {
        event.preventDefault();
        onSelect(button.value);
      }}
      className={`cursor-pointer ${button.className}`}
    />
  );
}
