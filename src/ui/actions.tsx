import type { Action } from '../content/action.ts';
import { ArrowLink } from './arrow-link.tsx';
import { ButtonLink } from './button.tsx';

export function Actions({ actions }: { actions: readonly Action[] }) {
  return actions.map(({ label, href }, i) => (
    <ButtonLink key={label} href={href} variant={i === 0 ? 'primary' : 'secondary'}>
      {label}
    </ButtonLink>
  ));
}

export function ActionBelow({ action: { href, label } }: { action: Action }) {
  return (
    <div className="mt-6">
      <ArrowLink href={href}>{label}</ArrowLink>
    </div>
  );
}
