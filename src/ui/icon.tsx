import type { IconName as ContentIconName } from '../content/icon.ts';
import iconsSvg from './icons.svg?raw';
import iconsUrl from './icons.svg?url';
import { trustedHtml } from './trusted-types.ts';

/** Icons named by the content, and icons of controls. */
export type IconName =
  | ContentIconName
  | 'arrow-left'
  | 'arrow-right'
  | 'arrow-up'
  | 'calendar'
  | 'check'
  | 'chevron-down'
  | 'circle-alert'
  | 'menu'
  | 'moon'
  | 'pause'
  | 'play'
  | 'plus'
  | 'rotate-ccw'
  | 'sun'
  | 'x';

type IconProps = { name: IconName; strokeWidth?: number; className?: string };

export function Icon({ name, strokeWidth = 1.5, className = 'size-6 text-teal' }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing
      dangerouslySetInnerHTML={{ __html: iconMarkup(name) }}
    />
  );
}

/**
 * The server inlines the lines, and hydration leaves them. Icons rendered later refer to the file: no
 * script contains the iconsSvg.
 */
function iconMarkup(name: IconName): string {
  if (import.meta.env.SSR) return linesOf(name);
  const cached = references.get(name);
  if (cached !== undefined) return cached;
  const markup = trustedHtml(`<use href="${iconsUrl}#${name}"/>`);
  references.set(name, markup);
  return markup;
}

const references = new Map<IconName, string>();

function linesOf(name: IconName): string {
  const lines = new RegExp(`<symbol id="${name}"[^>]*>(.*?)</symbol>`).exec(iconsSvg)?.[1];
  if (lines === undefined) throw new Error(`There is no drawing of ${name} in icons.svg`);
  return lines;
}
