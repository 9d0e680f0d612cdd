import { readFileSync } from 'node:fs';

const VECTORS: Record<string, Record<string, string>> = JSON.parse(
  readFileSync('test/xss-vectors.json', 'utf8'),
);

/**
 * Cross-site scripting vectors of the kinds in published collections, in the order of the file. Each is the body of a
 * post, read as HTML or as Markdown. One that succeeds sets `window.__xss`, opens a dialog, sends a request to
 * `evil.example`, or puts an element outside of the article.
 */
export const XSS_VECTORS = Object.entries(VECTORS).flatMap(([kind, payloads]) =>
  Object.entries(payloads).map(([name, payload]) => ({ name, class: kind, payload })),
);

/** A payload alone, and between blocks and spans as an article has them. */
export function bodiesWith(payload: string): string[] {
  return [
    payload,
    `# Title\n\nBefore *it*\n\n${payload}\n\nAfter`,
    `<p>Before ${payload} after</p>`,
    `A $\\text{${payload}}$ formula\n\n$$\n${payload}\n$$ {#eq-${payload}}`,
  ];
}

/** A payload in everything that a drawing is made of: names, labels, captions, headers, and the structures themselves. */
export function scienceBodiesWith(
  payload: string,
): { format: 'html' | 'markdown'; content: string }[] {
  const line = payload.replace(/[\r\n]+/g, ' ');
  const quoted = line.replace(/["\\]/g, '\\$&');
  const attribute = payload.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const text = payload.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const molfile = `${line}\n${line}\n${line}\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 O   0  0\nM  END`;
  const markdown = [
    `~~~smiles {#fig-${line} name="${quoted}"}\nC ${line}\n${line}\nC |$${line}$|\n~~~`,
    `~~~reaction {name="${quoted}"}\nC>>O ${line}\n${line}>>${line}\n~~~`,
    `~~~molfile {#fig-a name="${quoted}"}\n${molfile}\n~~~`,
    `~~~molfile\n${molfile}\n~~~`,
    `{smiles}\`\`\` ${line} \`\`\``,
  ];
  const html = [
    `<pre><code data-science="smiles" data-label="${attribute}" data-name="${attribute}" data-line="${attribute}">C ${text}\n${text}</code></pre>`,
    `<pre><code data-science="molfile">${text}\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 O   0  0\nM  END</code></pre>`,
    `<p>Text <code data-science="${attribute}">C</code> <code data-science="smiles">${text}</code></p>`,
  ];
  return [
    { format: 'markdown', content: markdown.join('\n\n') },
    { format: 'html', content: html.join('\n') },
    // As it is written, which may leave the attributes.
    {
      format: 'html',
      content: `<pre><code data-science="smiles" data-name="${payload}">C ${payload}</code></pre>`,
    },
  ];
}
