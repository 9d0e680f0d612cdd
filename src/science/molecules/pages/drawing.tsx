import { useMemo } from 'react';
import { trustedHtml } from '../../../ui/trusted-types.ts';

type DrawingProps = {
  svg: string | null;
  /** The accessible name; null beside a name that says as much. */
  label: string | null;
  className?: string;
  /** How many times its size it is shown. */
  scale?: number;
};

/** A drawing by the chemistry of this site. */
export function Drawing({ svg, label, className = '', scale = 1 }: DrawingProps) {
  const markup = useMemo(
    () => (svg === null ? null : { __html: trustedHtml(named(svg, label, scale)) }),
    [svg, label, scale],
  );
  if (markup === null) return null;
  return (
    <div
      className={`molecule-drawing ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by this program; a structure holds no markup
      dangerouslySetInnerHTML={markup}
    />
  );
}

function named(svg: string, label: string | null, scale: number): string {
  const role =
    label === null ? 'aria-hidden="true"' : `role="img" aria-label="${escapeAttribute(label)}"`;
  return svg.replace(/^<svg[^>]*>/, (tag) =>
    tag
      .replace(/ (width|height)="([\d.]+)"/g, (_, side: string, size: string) => {
        return ` ${side}="${Math.round(Number(size) * scale)}"`;
      })
      .replace('role="img"', () => role),
  );
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
