import { SelectTermButton } from './select-term-button.tsx';

type CategoryChipProps = {
  category: string;
  /** The number of its terms. */
  count: number;
  isSelected: boolean;
  onSelect: (category: string) => void;
};

export function CategoryChip({ category, count, isSelected, onSelect }: CategoryChipProps) {
  return (
    <SelectTermButton
      value={category}
      isSelected={isSelected}
      onSelect={onSelect}
      className="inline-flex min-h-11 whitespace-nowrap items-center gap-2 rounded-full border border-muted/50 bg-surface px-4 text-sm transition-colors hover:border-teal aria-pressed:border-teal aria-pressed:bg-teal aria-pressed:text-on-teal"
    >
      {category}
      <span className="text-xs tabular-nums opacity-80">{count}</span>
    </SelectTermButton>
  );
}
