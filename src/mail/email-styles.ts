/** The site's light colours, and its typefaces where they are installed: mails load nothing. */
const TOKENS: Readonly<Record<string, string>> = {
  paper: '#FBFAF7',
  surface: '#FFFFFF',
  ink: '#0B1B24',
  muted: '#52636D',
  line: '#E3E1DA',
  teal: '#0B7A6F',
  serif: "Newsreader, Georgia, 'Times New Roman', serif",
  sans: "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  mono: "'IBM Plex Mono', Menlo, Consolas, 'Courier New', monospace",
};

/** The width of the column at its font size, 36 em. */
export const COLUMN_PX = 576;

const CELL = 'padding:8px 14px 8px 0;border-bottom:1px solid $line;word-break:normal';

const RULES: Readonly<Record<string, string>> = {
  '.paper': 'padding:32px 20px 40px;background-color:$paper',
  // URLs and what people write may hold words longer than the column.
  '.column':
    'max-width:36em;overflow-wrap:anywhere;word-break:break-word;color:$ink;font-family:$sans;font-size:16px;line-height:1.6;text-align:left',
  '.article': 'padding:0',
  '.masthead':
    'margin:0 0 32px;padding-bottom:14px;border-bottom:1px solid $line;font-family:$serif;font-size:22px;line-height:1.3',
  '.name': 'color:$ink;text-decoration:none',
  '.footer': 'margin-top:40px;padding-top:16px;border-top:1px solid $line',
  h1: 'margin:0 0 16px;font-family:$serif;font-size:30px;font-weight:500;line-height:1.2;letter-spacing:-0.01em',
  h2: 'margin:36px 0 12px;font-family:$serif;font-size:23px;font-weight:500;line-height:1.3',
  'h3 h4 h5 h6': 'margin:28px 0 8px;font-size:17px;font-weight:600;line-height:1.4',
  p: 'margin:0 0 16px',
  '.last': 'margin:0',
  '.lead': 'margin:0 0 16px;color:$muted;font-family:$serif;font-size:19px;line-height:1.5',
  '.small': 'margin:0 0 8px;color:$muted;font-size:13px;line-height:1.6',
  '.muted': 'color:$muted',
  a: 'color:$teal;text-decoration:underline',
  '.action': 'margin:28px 0',
  '.button':
    'display:inline-block;padding:13px 22px;background-color:$teal;border-radius:6px;color:#FFFFFF;font-size:16px;font-weight:600;line-height:1.25;text-decoration:none',
  '.facts': 'width:100%;margin:0 0 8px;border-collapse:collapse;border-top:1px solid $line',
  '.fact-name':
    'width:7.5em;padding:9px 16px 9px 0;border-bottom:1px solid $line;color:$muted;font-size:14px;font-weight:400;text-align:left;vertical-align:top',
  '.fact': 'padding:9px 0;border-bottom:1px solid $line;font-size:15px;vertical-align:top',
  '.message':
    'margin:0 0 28px;padding:2px 0 2px 18px;border-left:2px solid $teal;white-space:pre-wrap',
  'ul ol': 'margin:0 0 16px;padding-left:24px',
  '.tasks': 'margin:0 0 16px;padding-left:4px;list-style:none',
  li: 'margin:0 0 6px',
  '.reference': 'margin:0 0 12px',
  blockquote:
    'margin:24px 0;padding:2px 0 2px 18px;border-left:2px solid $teal;color:$muted;font-family:$serif;font-size:18px',
  'code kbd samp': 'font-family:$mono;font-size:14px',
  pre: 'margin:0 0 20px;padding:14px 16px;background-color:$surface;border:1px solid $line;border-radius:6px;font-family:$mono;font-size:13px;line-height:1.6;white-space:pre-wrap',
  '.frame': 'margin:0 0 24px;overflow-x:auto',
  '.data': 'width:100%;border-collapse:collapse;font-size:14px;overflow-wrap:normal',
  th: `${CELL};font-weight:600;text-align:left;vertical-align:bottom`,
  td: `${CELL};vertical-align:top`,
  '.caption': 'margin:0 0 8px;color:$muted;font-size:14px',
  figure: 'margin:0 0 24px',
  figcaption: 'margin:8px 0 0;color:$muted;font-size:14px',
  // Drawings without a ground of their own have dark lines.
  '.picture':
    'max-width:100%;height:auto;background-color:#FFFFFF;border:0;border-radius:6px;vertical-align:middle',
  // The width is that of the formula.
  '.formula': 'max-width:100%;height:auto;background-color:#FFFFFF;border:0',
  hr: 'margin:36px 0;border:0;border-top:1px solid $line',
  '.above-title': 'margin:24px 0 28px;border:0;border-top:1px solid $line',
  'sup sub': 'font-size:0.75em;line-height:0',
  dt: 'margin:0 0 2px;font-weight:600',
  dd: 'margin:0 0 12px;padding-left:24px',
};

const STYLES = new Map(
  Object.entries(RULES).flatMap(([selectors, rule]) => {
    const style = rule.replace(/\$(\w+)/g, (_, name) => TOKENS[name] ?? '');
    return selectors.split(' ').map((selector) => [selector, style] as const);
  }),
);

export function styleOf(tagName: string, classes: readonly string[]): string | undefined {
  const named = classes.find((name) => STYLES.has(`.${name}`));
  return STYLES.get(named === undefined ? tagName : `.${named}`);
}
