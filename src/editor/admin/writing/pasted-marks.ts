import type { Element } from 'hast';
import type { Marks } from './inline-runs.ts';
import { BLOCK, styleOf } from './pasted-elements.ts';

const LINK = /^(?:https?:|mailto:|tel:)/i;

/** The marks within an element: those around it, its name's and its style's, which wins. */
export function marksOf(element: Element, outer: Marks): Marks {
  const { tagName } = element;
  const url = linkUrl(element);
  const script = scriptOf(element);
  const isStruck =
    /^(?:del|s|strike)$/.test(tagName) ||
    styleOf(element, 'text-decoration(?:-line)?').includes('line-through');
  const { strong, em, ...rest } = outer;
  return {
    ...rest,
    ...(isBold(element, strong !== undefined) ? { strong: 'strong' } : {}),
    ...(isItalic(element, em !== undefined) ? { em: 'em' } : {}),
    ...(isStruck ? { del: 'del' } : {}),
    ...(script === null ? {} : { script }),
    ...(/^(?:code|kbd|samp|tt)$/.test(tagName) ? { code: 'code' } : {}),
    ...(url === null ? {} : { a: url }),
  };
}

function isBold(element: Element, outer: boolean): boolean {
  const weight = styleOf(element, 'font-weight');
  if (weight !== '' && weight !== 'inherit') return /^(?:bold|[6-9]00)/.test(weight);
  return outer || /^(?:b|strong)$/.test(element.tagName);
}

function isItalic(element: Element, outer: boolean): boolean {
  const slant = styleOf(element, 'font-style');
  if (slant !== '' && slant !== 'inherit') return /^(?:italic|oblique)/.test(slant);
  return outer || /^(?:em|i)$/.test(element.tagName);
}

function scriptOf(element: Element): 'sub' | 'sup' | null {
  const align = BLOCK.test(element.tagName) ? '' : styleOf(element, 'vertical-align');
  if (element.tagName === 'sub' || align === 'sub') return 'sub';
  return element.tagName === 'sup' || align === 'super' ? 'sup' : null;
}

/** Google Docs sends its readers through a page of its own. */
function linkUrl({ tagName, properties }: Element): string | null {
  const url = String(properties.href ?? '').trim();
  if (tagName !== 'a' || !LINK.test(url)) return null;
  const { hostname, pathname, searchParams } = URL.parse(url) ?? {};
  const isRedirect = /^www\.google\.[a-z.]+$/.test(hostname ?? '') && pathname === '/url';
  const target = isRedirect ? (searchParams?.get('q') ?? searchParams?.get('url') ?? '') : '';
  return LINK.test(target) ? target : url;
}
