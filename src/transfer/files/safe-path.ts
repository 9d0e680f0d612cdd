import { SOURCE_LIMITS } from './limits.ts';

/** Returns why a path of an archive is refused, such as for leading out of it; null for a safe one. */
export function pathProblem(path: string): string | null {
  if (path.length > SOURCE_LIMITS.path) return 'is too long';
  if (path.includes('\0')) return 'holds a NUL';
  if (path.includes('\\')) return 'holds a backslash';
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'is absolute';
  if (path.split('/').includes('..')) return 'leads out of the archive';
  return null;
}

/** Files that systems add to folders by themselves. */
export function isSystemFile(path: string): boolean {
  return path
    .split('/')
    .some((part) => /^(?:__MACOSX|\.DS_Store|Thumbs\.db|\.git|node_modules)$/i.test(part));
}
