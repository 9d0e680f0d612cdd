import type { IconName as ContentIconName } from '../../content/icon.ts';
import drawings from './icons.svg?raw';
import drawingsFile from './icons.svg?url';
import { trustedHtml } from './trusted-types.ts';

/** The icons that there are: those that content names, and those of our own controls. */
export type IconName =
  | ContentIconName
  | 'arrow-left'
  | 'arrow-right'
  | 'arrow-up'
  | 'calendar'
  | 'check'
  | 'chevron-down'
  | 'circle-alert'
  | 'pause'
  | 'play'
  | 'plus'
  | 'rotate-ccw'
  | 'x';

type IconProps = { name: IconName; strokeWidth?: number; className?: string };

/** An icon; decoration beside a text that says the same. */
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of this program
      dangerouslySetInnerHTML={{ __html: drawingOf(name) }}
    />
  );
}

/**
 * The server writes the lines themselves, so that they are there with the text. A browser keeps what
 * the server wrote, and takes icons that it shows later from the file: no script carries the drawings.
 */
function drawingOf(name: IconName): string {
  if (import.meta.env.SSR) return linesOf(name);
  const known = references.get(name);
  if (known !== undefined) return known;
  const made = trustedHtml(`<use href="${drawingsFile}#${name}"/>`);
  references.set(name, made);
  return made;
}

const references = new Map<IconName, string>();

function linesOf(name: IconName): string {
  const lines = new RegExp(`<symbol id="${name}"[^>]*>(.*?)</symbol>`).exec(drawings)?.[1];
  if (lines === undefined) throw new Error(`There is no drawing of ${name}: npm run artwork`);
  return lines;
}
