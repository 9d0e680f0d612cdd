import { parseArgs } from 'node:util';
import type { Finding } from '../../src/text/finding.ts';
import { enumerateMolecules } from '../../test/enumerate-molecules.ts';
import { startProductionSite } from '../../test/production-site.ts';
import { signIn } from '../harness/editor.ts';
import { memoryKib } from '../harness/process-memory.ts';
import { type Trial, wholeNumber } from './trial.ts';

/** What the memory may grow by after the first quarter of the molecules. */
const MAX_GROWTH_MIB = 48;
/** Molecules of a post. */
const PER_POST = 50;
/** Posts between two hostile ones. */
const INTERVAL = 8;

const VALID = '```smiles {name="Aspirin"}\nCC(=O)Oc1ccccc1C(=O)O\n```\n\n{smiles}`c1ccccc1`';

const block = (kind: string, source: string) => `\`\`\`${kind}\n${source}\n\`\`\``;

/** Structures that trap RDKit, or keep it for minutes. */
const HOSTILE: Readonly<Record<string, string>> = {
  'a chain of 3,000 atoms': block('smiles', 'C'.repeat(3000)),
  'a reaction of nothing': block('reaction', '>>'),
  'a label that is markup': block('smiles', 'CC |$<b a=">">$|'),
  'a molfile of 999 atoms': block(
    'molfile',
    '\n\n\n999  0  0  0  0  0  0  0  0  0999 V2000\nM  END',
  ),
  'atoms that are all bound to one another': block('smiles', entangled(14)),
};

export const chemistry: Trial = {
  name: 'chemistry',
  async run(args) {
    const options = { molecules: { type: 'string', default: '20000' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const posts = Math.ceil(wholeNumber('molecules', values.molecules) / PER_POST);
    const site = await startProductionSite({ BACKUPS: 'off' });
    try {
      const { call } = await signIn(site);
      const preview: Preview = (content) => call('POST', '/api/admin/preview', { content });
      return await drawAll(posts, preview, () => (memoryKib(site.pid(), 'VmRSS') ?? 0) / 1024);
    } finally {
      await site.stop();
    }
  },
};

type Preview = (content: string) => Promise<{ contentHtml: string; findings: Finding[] }>;

async function drawAll(posts: number, preview: Preview, memoryMib: () => number): Promise<boolean> {
  const molecules = enumerateMolecules(Math.min(10_000, posts * PER_POST));
  const expected = (await preview(VALID)).contentHtml;
  const hostile = Object.entries(HOSTILE);
  const memory: number[] = [];
  let isKept = true;
  for (let post = 0; post < posts; post += 1) {
    const start = (post * PER_POST) % molecules.length;
    const lines = molecules.slice(start, start + PER_POST);
    const body = await preview(block('smiles', lines.join('\n')));
    isKept &&= holds(`post ${post} is drawn`, body.findings.length === 0);
    if (post % INTERVAL === INTERVAL - 1) {
      const [name = '', content = ''] = hostile[Math.floor(post / INTERVAL) % hostile.length] ?? [];
      const refused = await preview(content);
      const [finding] = refused.findings;
      isKept &&= holds(`${name} is refused in words`, finding?.code === 'unreadable-structure');
      isKept &&= holds(
        `after ${name}, posts are as before`,
        (await preview(VALID)).contentHtml === expected,
      );
    }
    memory.push(memoryMib());
  }
  const quarter = Math.ceil(posts / 4);
  const peaks = [0, 1, 2, 3].map((n) => Math.max(...memory.slice(n * quarter, (n + 1) * quarter)));
  console.log(
    `${posts * PER_POST} molecules: at most ${peaks.map((peak) => peak.toFixed(0)).join(', ')} MiB in each quarter`,
  );
  const [early = 0, ...later] = peaks;
  const growth = Math.max(...later) - early;
  return isKept && holds('the memory does not grow', growth <= MAX_GROWTH_MIB);
}

function holds(promise: string, isKept: boolean): boolean {
  if (!isKept) console.log(`BROKEN: ${promise}`);
  return isKept;
}

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
