import type { FullPostDraft } from '../../posts/post-input.ts';
import { isPicturePath } from '../pictures.ts';
import { type FileName, isCoverName, isMarkdownFile } from './file-name.ts';

/** The files of each page bundle, by its folder. */
export function findBundles(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const bundles = new Map<string, string[]>();
  for (const path of paths) {
    const [, folder] = /^(.*)\/index\.[^/]*$/i.exec(path) ?? [];
    if (folder !== undefined && isMarkdownFile(path)) bundles.set(folder, []);
  }
  for (const path of paths) {
    if (!isMarkdownFile(path)) bundleAround(bundles, path)?.push(path);
  }
  return bundles;
}

/** The files of the innermost bundle that holds a file. */
export function bundleAround<Files>(
  bundles: ReadonlyMap<string, Files>,
  path: string,
): Files | undefined {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const bundle = bundles.get(path.slice(0, end));
    if (bundle !== undefined) return bundle;
  }
  return;
}

/** The files of a bundle, and the one that themes show as its cover by its name. */
export function bundleFilesOf(
  bundles: ReturnType<typeof findBundles>,
  { folder, isBundle }: FileName,
  { content }: Pick<FullPostDraft, 'content'>,
): { paths: readonly string[]; cover: string | undefined } {
  const paths = (isBundle && bundles.get(folder)) || [];
  const cover = paths
    .map((path) => path.slice(folder.length + 1))
    .find((name) => isCoverName(name) && isPicturePath(name) && !content.includes(name));
  return { paths, cover };
}
