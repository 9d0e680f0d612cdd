import { existsSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { signIn } from '../../scripts/harness/editor.ts';
import type { Finding } from '../../src/text/finding.ts';
import { enumerateMolecules } from '../enumerate-molecules.ts';
import { startProductionSite } from '../production-site.ts';
import { test } from './page-test.ts';

test.describe.configure({ timeout: 180_000 });

const POSTS = 10;
const PER_POST = 30;
/** What the memory may grow by after the first posts. */
const MAX_GROWTH_KIB = 48 * 1024;

const VALID = '```smiles {name="Aspirin"}\nCC(=O)Oc1ccccc1C(=O)O\n```\n\n{smiles}`c1ccccc1`';

const block = (kind: string, source: string) => `\`\`\`${kind}\n${source}\n\`\`\``;

/** Structures that trap RDKit, or keep it for minutes. */
const HOSTILE = [
  block('smiles', 'C'.repeat(3000)),
  block('reaction', '>>'),
  block('smiles', 'CC |$<b a=">">$|'),
  block('molfile', '\n\n\n999  0  0  0  0  0  0  0  0  0999 V2000\nM  END'),
  block('smiles', entangled(14)),
];

test('hostile structures are refused in words, and harm neither later posts nor the memory', async () => {
  const site = await startProductionSite({ SEED_CONTENT: 'off' });
  try {
    const { call } = await signIn(site);
    const preview = (content: string) =>
      call<{ contentHtml: string; findings: Finding[] }>('POST', '/api/admin/preview', { content });
    const molecules = enumerateMolecules(POSTS * PER_POST);
    const expected = (await preview(VALID)).contentHtml;
    const memory: number[] = [];
    for (let post = 0; post < POSTS; post += 1) {
      const lines = molecules.slice(post * PER_POST, (post + 1) * PER_POST);
      expect((await preview(block('smiles', lines.join('\n')))).findings).toEqual([]);
      if (post % 2 === 1) {
        const hostile = HOSTILE[Math.floor(post / 2)] ?? '';
        const [finding] = (await preview(hostile)).findings;
        expect(finding?.code, hostile.slice(0, 60)).toBe('unreadable-structure');
        expect((await preview(VALID)).contentHtml).toBe(expected);
      }
      const status = `/proc/${site.pid()}/status`;
      const text = existsSync(status) ? readFileSync(status, 'utf8') : '';
      memory.push(Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0));
    }
    const early = Math.max(...memory.slice(0, 3));
    expect(Math.max(...memory.slice(3)) - early).toBeLessThan(MAX_GROWTH_KIB);
  } finally {
    await site.stop();
  }
});

/** SMILES of atoms of which nearly each is bound to each. */
function entangled(atoms: number): string {
  const rings = Array.from({ length: atoms }, () => '');
  let ring = 10;
  for (let from = 0; from < atoms; from += 1) {
    for (let to = from + 2; to < atoms; to += 1) {
      rings[from] += `%${ring}`;
      rings[to] += `%${ring}`;
      ring += 1;
    }
  }
  return rings.map((own) => `[U]${own}`).join('');
}
