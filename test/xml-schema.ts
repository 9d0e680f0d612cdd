import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

/**
 * The violations of one of `test/schemas` in each XML document, as messages of libxml2. One call for many
 * documents takes hardly longer than for one.
 */
export async function violationsOf(
  documents: readonly string[],
  schema: 'atom.rng' | 'sitemap.xsd',
): Promise<string[][]> {
  const nameOf = (index: number) => `${index}.xml`;
  const { errors } = await validateXML({
    xml: documents.map((contents, index) => ({ fileName: nameOf(index), contents })),
    schema: {
      fileName: schema,
      contents: readFileSync(join(import.meta.dirname, 'schemas', schema)),
    },
    extension: schema.endsWith('.rng') ? 'relaxng' : 'schema',
  });
  const messages = errors.map(({ rawMessage }) => rawMessage);
  const found = documents.map((_, index) =>
    messages.filter((message) => message.startsWith(nameOf(index))),
  );
  // Some messages name no document, but accompany others that do.
  if (messages.length > 0 && found.flat().length === 0) throw new Error(messages.join('\n'));
  return found;
}
