type ProgressBarProps = { label: string; value: number; max: number };

/** How far something is; without any end known yet, it only moves. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      {...(max > 0 && { value, max })}
      className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-stone-tint [&::-moz-progress-bar]:bg-teal [&::-webkit-progress-bar]:bg-stone-tint [&::-webkit-progress-value]:bg-teal"
    />
  );
}
