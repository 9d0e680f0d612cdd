import postcss, { type Container, type Rule } from 'postcss';
import parseSelector, { type Node as SelectorNode } from 'postcss-selector-parser';
import { unescapeHtml } from '../../server/html/read-tags.ts';

/** A part of a style: text that stays, a rule for elements that a page may lack, or a block of such parts. */
type Part =
  | { kind: 'text'; text: string }
  /** Per selector, the classes (`.name`) and elements (`name`) without which it selects nothing. */
  | { kind: 'rule'; text: string; needs: string[][] }
  | { kind: 'block'; opening: string; parts: Part[] };

/** At-rules with rules for elements in them. Those in `@keyframes`, for one, are no such rules. */
const BLOCKS = new Set(['media', 'supports', 'container', 'layer', 'starting-style']);

const STYLE_LINKS = /<link rel="stylesheet" href="([^"]+)"(?: data-precedence="[^"]*")?\/>/g;

/**
 * Makes the function that writes into a page, in place of the links to its styles, the rules that it needs:
 * a file would be asked for only when the document has begun to arrive, and nothing is painted before it is
 * there.
 *
 * @param findStyle the text of a built style by its URL; the link to one that it does not know stays
 */
export function createPageStyles(findStyle: (url: string) => string | undefined) {
  const styles = new Map<string, Part[]>();

  function partsOf(url: string): Part[] | undefined {
    const text = styles.has(url) ? undefined : findStyle(url);
    if (text !== undefined) styles.set(url, readParts(postcss.parse(text)));
    return styles.get(url);
  }

  /** The nonce marks the styles as the page's own (`hashInlineCode`). */
  return (html: string, nonce: string): string => {
    const names = namesIn(html);
    const headEnd = html.indexOf('</head>');
    const head = html.slice(0, headEnd).replace(STYLE_LINKS, (link, url: string) => {
      const parts = partsOf(url);
      if (parts === undefined) return link;
      const style = needed(parts, names);
      return style === '' ? '' : `<style nonce="${nonce}">${style}</style>`;
    });
    return head + html.slice(headEnd);
  };
}

function readParts(container: Container): Part[] {
  return (container.nodes ?? []).map((node): Part => {
    if (node.type === 'rule') return { kind: 'rule', text: node.toString(), needs: needsOf(node) };
    if (node.type === 'atrule' && node.nodes !== undefined && BLOCKS.has(node.name)) {
      return {
        kind: 'block',
        opening: `@${node.name} ${node.params}{`,
        parts: readParts(node as Container),
      };
    }
    const isStatement = node.type === 'atrule' && node.nodes === undefined;
    return {
      kind: 'text',
      text: node.type === 'comment' ? '' : `${node}${isStatement ? ';' : ''}`,
    };
  });
}

/** What is in parentheses (`:not(…)`, `:is(…)`) is not read: the rule then stays more often than it must. */
function needsOf(rule: Rule): string[][] {
  return parseSelector()
    .astSync(rule.selector)
    .nodes.map(({ nodes }) =>
      nodes.flatMap((node: SelectorNode) => {
        if (node.type === 'class') return [`.${node.value}`];
        return node.type === 'tag' ? [node.value] : [];
      }),
    );
}

/**
 * The names of a page's elements and classes, and the words of its scripts, which may add others. What only looks like one in a
 * value counts too: to read each tag takes five times as long.
 */
function namesIn(html: string): Set<string> {
  const names = new Set<string>();
  const classes = new Set<string>();
  for (const [, element, value] of html.matchAll(/<([a-z][\w-]*)| class="([^"]*)"/g)) {
    if (element !== undefined) names.add(element);
    else classes.add(value ?? '');
  }
  for (const value of classes) {
    for (const name of unescapeHtml(value).split(/\s+/)) names.add(`.${name}`);
  }
  for (const part of html.split('</script').slice(0, -1)) {
    const code = part.slice(Math.max(0, part.indexOf('<script')));
    for (const [word] of code.matchAll(/[\w-]+/g)) names.add(word).add(`.${word}`);
  }
  return names;
}

function needed(parts: readonly Part[], names: ReadonlySet<string>): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'rule') {
        return part.needs.some((each) => each.every((name) => names.has(name))) ? part.text : '';
      }
      const inner = needed(part.parts, names);
      return inner === '' ? '' : `${part.opening}${inner}}`;
    })
    .join('');
}
