import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { signIn } from '../harness/editor.ts';
import { median } from '../harness/statistics.ts';
import type { Row } from './main.ts';

const FEW = 100;
const MANY = 10_000;
const WRITERS = 4;
const ROUNDS = 60;
const WARM_UP = 10;

const PAGES = {
  'list page': '/blog',
  'post page': '/blog/post-50',
  'search page, a word of five posts': '/blog?q=xenograft',
  'search page, a word of every post': '/blog?q=measurement',
  'API, list': '/api/blog/posts?limit=20',
  'API, by tag': '/api/blog/posts?limit=20&tag=Assays',
  'API, search': '/api/blog/posts?limit=20&q=plate',
  'API, one post': '/api/blog/posts/post-50',
};

type Call = () => Promise<unknown>;

/** The same calls to sites of a hundred and ten thousand posts in turn, without a page cache. */
export async function measureGrowth(): Promise<Row[]> {
  const settings = { SEED_CONTENT: 'off', PAGE_CACHE_MB: '0', SEARCHES_PER_MINUTE: '0' };
  const few = await startProductionSite(settings);
  const many = await startProductionSite(settings);
  try {
    await fill(few, FEW);
    await fill(many, MANY);
    const rows: Row[] = [];
    for (const [what, path] of Object.entries(PAGES)) {
      rows.push(await compare(what, getter(few, path), getter(many, path)));
    }
    const [fewHalf, manyHalf] = [FEW, MANY].map((posts) => `/blog?page=${posts / 40}`);
    rows.push(
      await compare('list page, half-way', getter(few, fewHalf), getter(many, manyHalf)),
      await compare('dashboard', await dashboardOf(few), await dashboardOf(many)),
    );
    return rows;
  } finally {
    await few.stop();
    await many.stop();
  }
}

async function fill(site: ProductionSite, posts: number): Promise<void> {
  const { call } = await signIn(site);
  let number = 0;
  const writer = async () => {
    for (let at = number++; at < posts; at = number++) {
      const words = Array.from({ length: 160 }, (_, i) => {
        const share = ((at * 7_919 + i * 104_729) % 99_991) / 99_991;
        return `term${Math.floor(5000 ** share)}`;
      });
      const rare = at % Math.ceil(posts / 5) === 0 ? 'It was repeated in a xenograft. ' : '';
      const plate = at % 10 === 0 ? 'The plate was read twice. ' : '';
      const content = `A measurement. ${plate}${rare}${words.join(' ')}`;
      const tags = [['Assays', 'Toxicity', 'Binding affinity'][at % 3]];
      const post = { title: `Post ${at}`, slug: `post-${at}`, description: 'What was measured.' };
      await call('POST', '/api/admin/blog/posts', { ...post, content, tags });
      if (at % 1000 === 999) console.error(`${at + 1} of ${posts} posts written …`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

function getter(site: ProductionSite, path = ''): Call {
  return async () => {
    const response = await fetch(site.address + path);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path}: status ${response.status}`);
  };
}

async function dashboardOf(site: ProductionSite): Promise<Call> {
  const { call } = await signIn(site);
  return async () => {
    await call('POST', '/api/admin/verify');
    await Promise.all(['blog/posts', 'stats'].map((path) => call('GET', `/api/admin/${path}`)));
  };
}

/** Times two calls in turn, so that a disturbance of the machine affects both. */
async function compare(what: string, few: Call, many: Call): Promise<Row> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [at, call] of [few, many].entries()) {
      const started = performance.now();
      await call();
      if (round >= WARM_UP) times[at]?.push(performance.now() - started);
    }
  }
  const [ofFew, figure] = [median(times[0]), median(times[1])];
  const ratio = { value: figure / ofFew, of: `${FEW} posts` };
  return {
    what,
    figure,
    unit: 'ms',
    ratio,
    target: { atMost: /half-way|five/.test(what) ? 3 : 2 },
  };
}
