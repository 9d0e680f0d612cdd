import type { ComponentProps, ComponentType } from 'react';

type IconButtonProps = ComponentProps<'button'> & {
  label: string;
  icon: ComponentType<{ className: string; 'aria-hidden': true }>;
};

export function IconButton({ label, icon: Icon, className = '', ...props }: IconButtonProps) {
  const about = { type: 'button', 'aria-label': label, title: label } as const;
  return (
    <button {...about} {...props} className={`icon-button shrink-0 ${className}`}>
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
