import type { AttachmentType } from './attachment-url.ts';

/**
 * A person's file name without folders and without invisible characters, which could disguise its ending, and with
 * the ending of its type.
 */
export function plainName(name: string, type: AttachmentType): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const visible = base
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim();
  const ending = `.${type}`;
  if (visible.toLowerCase().endsWith(ending) && visible.length > ending.length) return visible;
  return `${visible.replace(/^\.+|\.+$/g, '') || 'file'}${ending}`;
}

/** The lower-case ending of a file name, without the dot; null without one. */
export function endingOf(name: string): string | null {
  return /[^./\\]\.([^./\\\s]{1,10})\s*$/.exec(name)?.[1]?.toLowerCase() ?? null;
}

/** RFC 6266, section 4.1, with the name in UTF-8 (RFC 8187, section 3.2), and in ASCII for old clients. */
export function attachmentDisposition(name: string, ascii: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
