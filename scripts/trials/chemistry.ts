import { parseArgs } from 'node:util';
import { createChemistryPool } from '../../src/adapters/threads/chemistry-pool.ts';
import { createRenderPool } from '../../src/adapters/threads/render-pool.ts';
import type { RenderedBody } from '../../src/domain/posts/body.ts';
import { enumerateMolecules } from '../../test/enumerate-molecules.ts';
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
    const pool = createChemistryPool();
    const { render, close } = createRenderPool({ chemistry: pool });
    try {
      return await drawAll(posts, render);
    } finally {
      await close();
      await pool.close();
    }
  },
};

type Render = (content: string) => Promise<RenderedBody | null>;

async function drawAll(posts: number, render: Render): Promise<boolean> {
  const molecules = enumerateMolecules(Math.min(10_000, posts * PER_POST));
  const expected = (await render(VALID))?.html;
  const hostile = Object.entries(HOSTILE);
  const memory: number[] = [];
  let isKept = true;
  for (let post = 0; post < posts; post += 1) {
    const start = (post * PER_POST) % molecules.length;
    const lines = molecules.slice(start, start + PER_POST);
    const body = await render(block('smiles', lines.join('\n')));
    isKept &&= holds(`post ${post} is drawn`, body?.findings.length === 0);
    if (post % INTERVAL === INTERVAL - 1) {
      const [name = '', content = ''] = hostile[Math.floor(post / INTERVAL) % hostile.length] ?? [];
      const refused = await render(content);
      const [finding] = refused?.findings ?? [];
      isKept &&= holds(`${name} is refused in words`, finding?.code === 'unreadable-structure');
      isKept &&= holds(
        `after ${name}, posts are as before`,
        (await render(VALID))?.html === expected,
      );
    }
    memory.push((memoryKib(process.pid, 'VmRSS') ?? 0) / 1024);
  }
  const early = Math.max(...memory.slice(0, Math.ceil(posts / 4)));
  const late = Math.max(...memory.slice(Math.ceil(posts / 4)), early);
  console.log(
    `${posts * PER_POST} molecules: at most ${early.toFixed(0)} MiB in the first quarter, ${late.toFixed(0)} MiB after it`,
  );
  return isKept && holds('the memory does not grow', late - early <= MAX_GROWTH_MIB);
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
