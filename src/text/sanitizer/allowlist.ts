import type { Root } from 'hast';
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize';
import {
  CAPTION_ATTRIBUTES,
  CONTAINER_ATTRIBUTES,
  PLACEHOLDER_ATTRIBUTES,
} from '../placeholders.ts';

type Definition = NonNullable<NonNullable<Schema['attributes']>[string]>[number];

const CELL: Definition[] = [
  'abbr',
  ['align', 'left', 'center', 'right'],
  ['colSpan', /^\d{1,3}$/],
  ['rowSpan', /^\d{1,3}$/],
  'headers',
];
const MEDIA: Definition[] = ['src', 'controls', 'loop', 'muted', ['preload', 'none', 'metadata']];
const SIZE: Definition[] = [
  ['width', /^\d{1,5}$/],
  ['height', /^\d{1,5}$/],
];

/**
 * The allowlist: elements of a scientific article, and nothing that runs, loads a document, submits, or
 * draws outside the article. Other elements are replaced by their content; those under `strip` are
 * removed with their content.
 */
const schema: Schema = {
  tagNames:
    `a abbr address audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn
     div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p picture
     pre q rp rt ruby s samp section small source span strong sub summary sup table tbody td tfoot
     th thead time tr track u ul var video wbr`.split(/\s+/),
  strip: 'iframe math noembed noframes noscript script select style svg template title'.split(' '),
  attributes: {
    '*': [
      'ariaDescribedBy',
      'ariaLabelledBy',
      ['dir', 'ltr', 'rtl', 'auto'],
      'id',
      'lang',
      'title',
    ],
    a: ['ariaLabel', 'dataFootnoteBackref', 'dataFootnoteRef', 'href', 'hrefLang', 'name'],
    audio: MEDIA,
    blockquote: ['cite'],
    code: [['className', /^language-[\w#+.-]{1,40}$/], ...PLACEHOLDER_ATTRIBUTES],
    col: [['span', /^\d{1,3}$/]],
    colgroup: [['span', /^\d{1,3}$/]],
    del: ['cite', 'dateTime'],
    details: ['open'],
    figure: CAPTION_ATTRIBUTES,
    img: ['alt', 'sizes', 'src', 'srcSet', ...SIZE],
    input: ['checked', ['type', 'checkbox']],
    ins: ['cite', 'dateTime'],
    li: [
      ['className', 'task-list-item'],
      ['value', /^-?\d{1,9}$/],
    ],
    ol: [
      ['className', 'contains-task-list'],
      'reversed',
      ['start', /^-?\d{1,9}$/],
      ['type', '1', 'a', 'A', 'i', 'I'],
    ],
    q: ['cite'],
    section: ['dataFootnotes', ...CONTAINER_ATTRIBUTES],
    source: ['media', 'sizes', 'src', 'srcSet', 'type', ...SIZE],
    table: CAPTION_ATTRIBUTES,
    td: CELL,
    th: [...CELL, ['scope', 'col', 'row', 'colgroup', 'rowgroup']],
    time: ['dateTime'],
    track: ['default', 'kind', 'label', 'src', 'srcLang'],
    ul: [['className', 'contains-task-list']],
    video: [...MEDIA, 'playsInline', 'poster', ...SIZE],
  },
  required: { audio: { controls: true }, video: { controls: true } },
  // URLs, ids and names are checked by `refine`: the library compares schemes as strings, and would
  // prefix an id again each time.
  protocols: {},
  clobber: [],
};

export const allowlist: (tree: Root) => Root = rehypeSanitize(schema);

const PROPERTIES = new Map(
  Object.entries(schema.attributes ?? {}).map(([tagName, definitions]) => [
    tagName,
    new Set(definitions.map((each) => (typeof each === 'string' ? each : each[0]))),
  ]),
);

export const ALLOWED = {
  elements: new Set(schema.tagNames),
  stripped: new Set(schema.strip),
  isProperty: (tagName: string, key: string): boolean =>
    PROPERTIES.get('*')?.has(key) === true || PROPERTIES.get(tagName)?.has(key) === true,
};
