import type { ComponentProps } from 'react';
import { SelectField } from '../ui/field.tsx';

type ChoiceFieldProps = Omit<ComponentProps<typeof SelectField>, 'children'> & {
  /** Values and their names, or values that are their own names. */
  choices: Readonly<Record<string, string>> | readonly string[];
};

export function ChoiceField({ choices, ...props }: ChoiceFieldProps) {
  const pairs = Array.isArray(choices)
    ? choices.map((value: string) => [value, value])
    : Object.entries(choices);
  return (
    <SelectField {...props}>
      {pairs.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
