import type { ComponentProps, ComponentType } from 'react';

type IconButtonProps = ComponentProps<'button'> & {
  label: string;
  icon: ComponentType<{ className: string; 'aria-hidden': true }>;
};

export function IconButton({ label, icon: Icon, className = '', ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className={`icon-button shrink-0 ${className}`}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
