import { type CslItem, issuedYear } from '../../../science/references/csl.ts';
import { freeKey, isKey, suggestKey, toKey } from '../../../science/references/keys.ts';

/** An item of a citation as Zotero and Mendeley write it into Word. */
type CitedItem = {
  id?: string | number;
  uris?: string[];
  itemData: Record<string, unknown>;
  locator?: string;
  label?: string;
  prefix?: string;
  suffix?: string;
  'suppress-author'?: boolean;
};

export type Citations = ReturnType<typeof createCitations>;

/** Collects the works that a document cites, each with a key. */
export function createCitations() {
  /** By what identifies a work within its document. */
  const works = new Map<string, { key: string; csl: object }>();

  function keyOf({ id, uris, itemData }: CitedItem): string {
    const identity = String(uris?.[0] ?? itemData.DOI ?? id);
    const own = toKey(String(itemData['citation-key'] ?? ''));
    const taken = new Set([...works.values()].map(({ key }) => key));
    const work = works.get(identity) ?? {
      key: freeKey((isKey(own) ? own : suggested(itemData)) || 'reference', (key) =>
        taken.has(key),
      ),
      csl: itemData,
    };
    works.set(identity, work);
    return work.key;
  }

  return {
    /** A citation in the syntax of posts, from its CSL-JSON; null when that cannot be read. */
    cite: (json: string): string | null => {
      const items = itemsOf(json)?.map((item) => {
        const { locator = '', label = 'page', prefix = '', suffix = '' } = item;
        const place = locator === '' ? '' : `, ${label === 'page' ? 'p.' : label} ${locator}`;
        const minus = item['suppress-author'] === true ? '-' : '';
        const text = `${prefix} ${minus}@${keyOf(item)}${place} ${suffix}`;
        return text
          .replace(/[[\];]/g, ' ')
          .replace(/\s+/g, ' ')
          .trim();
      });
      return items === undefined ? null : `[${items.join('; ')}]`;
    },
    /** The works in CSL-JSON, which the text cites by their `id`. */
    works: (): object[] =>
      [...works.values()].map(({ key, csl }) => ({ ...csl, 'citation-key': key, id: key })),
  };
}

function itemsOf(json: string): CitedItem[] | undefined {
  try {
    const { citationItems } = JSON.parse(json) as { citationItems: CitedItem[] };
    return citationItems.every(({ itemData }) => itemData.title) ? citationItems : undefined;
  } catch (error) {
    // JSON, but not of this form.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Years are numbers in one program and texts in another. */
function suggested({ author, issued }: Record<string, unknown>): string {
  const [first] = Array.isArray(author) ? author : [];
  const year = Number(issuedYear({ issued } as CslItem));
  return suggestKey({
    type: 'article',
    author: [{ family: String(first?.family ?? first?.literal ?? '') }],
    ...(year > 0 ? { issued: { 'date-parts': [[year]] } } : {}),
  });
}
