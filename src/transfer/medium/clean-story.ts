import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { findElements, hasClass, makeElement, textNode } from '../html/tree.ts';
import type { Note } from '../source.ts';

type Cleaned = {
  children: ElementContent[];
  /** The URL of the picture that lists of stories show. */
  cover: string | null;
  coverCaption: string | null;
  notes: Note[];
};

/** Attributes that mean something here. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
  iframe: ['src', 'width', 'height'],
  ol: ['start'],
};

/**
 * The text of a story without Medium's sections and names: its title and subtitle, which stand at its beginning again, are
 * taken out, and headings move up below the title. So is the cover where the text begins with it.
 */
export function cleanStory(
  content: Element,
  { title, subtitle }: { title: string; subtitle: string },
): Cleaned {
  const state = { isFirst: true, lost: new Set<string>() };
  const repeats = (element: Element) => isRepeated(element, { title, subtitle });
  const [first] = findElements(content, (each) => hasClass(each, 'graf') && !repeats(each));
  const covers = findElements(content, (each) => each.tagName === 'figure' && isCover(each));
  const [figure] = covers;
  const leading = first === figure ? figure : undefined;
  const targets = linkedIds(content);
  const clean = (element: Element): ElementContent[] => {
    if (element === leading || repeats(element)) return [];
    const { tagName } = element;
    if (isDivider(element)) {
      // Every section begins with one.
      const rule = state.isFirst ? [] : [makeElement('hr', {}, [])];
      state.isFirst = false;
      return rule;
    }
    const whole = wholeElement(element);
    if (whole !== null) return [withId(whole, element, targets)];
    if (isBox(element)) return childrenOf(element);
    if (tagName === 'script') {
      state.lost.add('embedded gists and posts');
      return linkOfScript(element);
    }
    return [withId(withoutAttributes(element, childrenOf(element)), element, targets)];
  };
  const childrenOf = (element: Element): ElementContent[] =>
    element.children.flatMap((child) =>
      child.type === 'element' ? clean(child) : withoutLayout(child),
    );
  const children = childrenOf(content);
  const message = `They were converted to links: ${[...state.lost].join(', ')}.`;
  return {
    children,
    ...coverOf(figure),
    notes: [
      ...(state.lost.size === 0 ? [] : [{ kind: 'changed', message } as const]),
      ...(leading !== undefined && findElements(leading, isLink).length > 0 ? [COVER_LINKS] : []),
    ],
  };
}

const COVER_LINKS: Note = { kind: 'lost', message: 'The links in its cover caption.' };

function isLink({ tagName }: Element): boolean {
  return tagName === 'a';
}

function isCover(figure: Element): boolean {
  return findElements(figure, ({ properties }) => properties.dataIsFeatured === 'true').length > 0;
}

function coverOf(figure: Element | undefined): Pick<Cleaned, 'cover' | 'coverCaption'> {
  const [image] = figure ? findElements(figure, ({ tagName }) => tagName === 'img') : [];
  const [caption] = figure ? findElements(figure, ({ tagName }) => tagName === 'figcaption') : [];
  const { src } = image?.properties ?? {};
  return {
    cover: typeof src === 'string' ? src : null,
    coverCaption: caption === undefined ? null : normal(textOf(caption)),
  };
}

/** The ids that links of the story lead to. */
function linkedIds(content: Element): ReadonlySet<string> {
  const links = findElements(content, isLink);
  return new Set(
    links.flatMap(({ properties }) => /#([\w-]+)$/.exec(String(properties.href))?.[1] ?? []),
  );
}

function withId(
  made: ElementContent,
  { properties: { id } }: Element,
  targets: ReadonlySet<string>,
): ElementContent {
  const isTarget = typeof id === 'string' && targets.has(id);
  return isTarget && made.type === 'element'
    ? { ...made, properties: { ...made.properties, id } }
    : made;
}

/** What is made of an element with all that is in it; null where its children are cleaned by themselves. */
function wholeElement(element: Element): ElementContent | null {
  if (element.tagName === 'figure') return cleanFigure(element);
  if (element.properties.dataCodeBlockLang) return codeOf(element);
  return hasClass(element, 'graf--mixtapeEmbed') ? linkOf(element) : null;
}

function isDivider(element: Element): boolean {
  return element.tagName === 'hr' || hasClass(element, 'section-divider');
}

function isBox({ tagName }: Element): boolean {
  return tagName === 'div' || tagName === 'section';
}

/** Between elements, white space is only the layout of the file. */
function withoutLayout(node: ElementContent): ElementContent[] {
  if (node.type !== 'text' || node.value.trim() !== '') return [node];
  return node.value.includes('\n') ? [{ type: 'text', value: '\n' }] : [node];
}

function isRepeated(element: Element, { title, subtitle }: { title: string; subtitle: string }) {
  if (!/^h[1-4]$/.test(element.tagName)) return false;
  const text = normal(textOf(element));
  return (
    (hasClass(element, 'graf--title') && text === normal(title)) ||
    (hasClass(element, 'graf--subtitle') && text === normal(subtitle))
  );
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Medium's own headings are `h3` and `h4`. */
const HEADINGS: Readonly<Record<string, string>> = { h3: 'h2', h4: 'h3' };

function withoutAttributes(element: Element, children: ElementContent[]): Element {
  const { tagName } = element;
  const kept = KEPT[tagName] ?? [];
  const properties = Object.fromEntries(
    Object.entries(element.properties).filter(([name]) => kept.includes(name)),
  );
  return { ...element, tagName: HEADINGS[tagName] ?? tagName, properties, children };
}

/** Pictures with their links, quoted posts and the caption, without the boxes that keep their place. */
function cleanFigure(figure: Element): Element {
  const shown = (node: Element): ElementContent[] =>
    node.children.flatMap((child) => {
      if (child.type !== 'element') return [];
      switch (child.tagName) {
        case 'script':
          return linkOfScript(child);
        case 'img':
        case 'iframe':
          return [withoutAttributes(child, [])];
        case 'figcaption':
          return [withoutAttributes(child, child.children.map(withKnownAttributes))];
        case 'blockquote':
          return [quoteOf(child)];
        case 'a':
          return [withoutAttributes(child, shown(child))];
        default:
          return shown(child);
      }
    });
  return { ...figure, properties: {}, children: shown(figure) };
}

/** A post of another network, of which older exports have the link alone. */
function quoteOf(quote: Element): Element {
  const [anchor] = findElements(quote, ({ tagName }) => tagName === 'a');
  const href = String(anchor?.properties.href ?? '');
  const isEmpty = normal(textOf(quote)) === '' && href !== '';
  return withoutAttributes(
    quote,
    isEmpty ? [link(href, href)] : quote.children.map(withKnownAttributes),
  );
}

/** The lines of code in a language that Medium knows. */
function codeOf(pre: Element): Element {
  const language = String(pre.properties.dataCodeBlockLang ?? '');
  const named = /^[\w#+.-]+$/.test(language) ? { className: [`language-${language}`] } : {};
  const code = makeElement('code', named, [textNode(linesOf(pre))]);
  return { ...pre, properties: {}, children: [code] };
}

function linesOf(node: Element): string {
  return node.children
    .map((child) => {
      if (child.type === 'text') return child.value;
      if (child.type !== 'element') return '';
      return child.tagName === 'br' ? '\n' : linesOf(child);
    })
    .join('');
}

function withKnownAttributes(node: ElementContent): ElementContent {
  return node.type === 'element'
    ? withoutAttributes(node, node.children.map(withKnownAttributes))
    : node;
}

/** A gist, or a post of another network, by its script. */
function linkOfScript({ properties }: Element): ElementContent[] {
  const url = URL.parse(String(properties.src ?? ''));
  // What makes a player of a quotation leads nowhere.
  if (url === null || url.host === 'platform.twitter.com') return [];
  url.pathname = url.pathname.replace(/\.js$/, '');
  return [link(url.href, url.href)];
}

/** A card that leads to another page. */
function linkOf(element: Element): ElementContent {
  const [anchor] = findElements(element, ({ tagName }) => tagName === 'a');
  const href = String(anchor?.properties.href ?? '');
  const [strong] = findElements(element, ({ tagName }) => tagName === 'strong');
  return link(href, normal(textOf(strong ?? element)) || href);
}

function link(href: string, text: string): ElementContent {
  return makeElement('p', {}, [makeElement('a', { href }, [textNode(text)])]);
}
