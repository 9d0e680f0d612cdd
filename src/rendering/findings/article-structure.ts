import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { quoted, type Report } from '../../text/finding.ts';
import { visitElements } from '../../text/hast.ts';

/**
 * Reports what makes an article hard to read or to use: skipped levels of headings, pictures without alternative text.
 *
 * @param tree as parsed, with positions in the source
 */
export function findStructureProblems(tree: Root, report: Report): void {
  let heading = 0;
  let line = 1;
  visitElements(tree, (element) => {
    line = element.position?.start.line ?? line;
    if (/^h[1-6]$/.test(element.tagName)) checkHeading(element);
    else if (element.tagName === 'img') checkPicture(element);
  });

  function checkHeading(node: Element): void {
    const level = Number(node.tagName.slice(1));
    if (heading > 0 && level > heading + 1) {
      const message = `${quoted(textOf(node))} is a level ${level} heading below a level ${heading} one: a level is skipped.`;
      report('heading-level-skipped', { line }, message);
    }
    heading = level;
  }

  /** Markdown writes an empty alternative text; `alt=""` of HTML says that a picture is decoration. */
  function checkPicture({ properties, position }: Element): void {
    if (properties.alt !== undefined || properties.src === undefined) return;
    report(
      'picture-without-alt',
      { line, column: position?.start.column },
      pictureWithoutAlt(String(properties.src)),
    );
  }
}

export function pictureWithoutAlt(src: string): string {
  const [path = ''] = src.split(/[?#]/);
  const name = path.slice(path.lastIndexOf('/') + 1) || path;
  return `The picture ${quoted(name)} has no alternative text for people who cannot see it. If it is decorative, write <img alt="" src="…">.`;
}
