import type { Image, ImageReference, PhrasingContent } from 'mdast';
import type { FromMarkdownExtension } from './markdown-syntax.ts';

declare module 'mdast' {
  interface ImageData {
    caption?: PhrasingContent[];
  }
  interface ImageReferenceData {
    caption?: PhrasingContent[];
  }
}

type CompileContext = ThisParameterType<
  NonNullable<NonNullable<FromMarkdownExtension['exit']>[string]>
>;

/**
 * Keeps what the brackets of a picture hold, with its markup, as `data.caption`: mdast has it as text alone,
 * which loses the markup of an IC<sub>50</sub>.
 */
export const imageCaptions: FromMarkdownExtension = { exit: { label: exitLabel } };

/** Replaces the function of mdast-util-from-markdown 2, and does what that does. */
function exitLabel(this: CompileContext): void {
  const fragment = this.stack.at(-1);
  const value = this.resume();
  const node = this.stack.at(-1);
  this.data.inReference = true;
  if (fragment?.type !== 'fragment' || node === undefined) return;
  const children = fragment.children as PhrasingContent[];
  if (node.type === 'link') node.children = children as typeof node.children;
  else {
    const picture = node as Image | ImageReference;
    picture.alt = value;
    picture.data = { ...picture.data, caption: children };
  }
}
