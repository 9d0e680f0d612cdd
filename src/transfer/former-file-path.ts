/** Folders whose files were served at the root of the site, and those whose own path was public. */
const ROOTS = [
  /(?:^|\/)(?:static|public)\/(.+)$/,
  /(?:^|\/)(wp-content\/uploads\/.+)$/,
  /(?:^|\/)(content\/(?:images|media|files)\/.+)$/,
  /(?:^|\/)((?:assets|images|img|uploads)\/.+)$/,
];

/** The path that a file of a source had on the former site; null when nothing tells. */
export function formerFilePath(path: string): string | null {
  for (const root of ROOTS) {
    const [, served] = root.exec(path) ?? [];
    if (served !== undefined) return `/${served}`;
  }
  return null;
}
