import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../test/make-folder.ts';
import { runScript, startScript } from '../test/run-script.ts';

async function importPath(dataDir: string, ...args: string[]) {
  const { code, err, out } = await runScript('import.ts', dataDir, args);
  return { code, err, out: out.replace(/ in [\d.]+ s:/, ':') };
}

const WXR = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:base_blog_url>https://old.test</wp:base_blog_url>
<item><title>WordPress</title><link>https://old.test/a/</link><wp:post_id>1</wp:post_id><wp:post_name>a</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type><content:encoded><![CDATA[Text]]></content:encoded></item></channel></rss>`;

const GHOST = { id: '1', title: 'Ghost', slug: 'b', status: 'published', html: '<p>Text</p>' };

function countPosts(file: string): number {
  const db = new Sqlite(file, { readonly: true });
  try {
    return db.prepare('select count(*) from posts').pluck().get() as number;
  } catch {
    // The tables are not made yet.
    return 0;
  } finally {
    db.close();
  }
}

/** Progress is on the error stream of a slow machine. */
const withoutProgress = (err: string) => err.replace(/^\d+ of \d+ items\n/gm, '');

describe('npm run import', { timeout: 180_000 }, () => {
  it('imports posts of each system once, also when it is run again', async () => {
    const dataDir = makeFolder();
    const sources = {
      markdown: makeFolder({ 'one.md': '---\ntitle: One\n---\nText', 'two.md': 'Text' }),
      wordpress: makeFolder({ 'a.xml': WXR }),
      ghost: makeFolder({ 'a.json': JSON.stringify({ data: { posts: [GHOST] } }) }),
    };
    for (const [system, folder] of Object.entries(sources)) {
      const count = system === 'markdown' ? 2 : 1;
      const first = await importPath(dataDir, folder);
      expect([first.code, withoutProgress(first.err)]).toEqual([0, '']);
      expect(first.out).toMatch(
        new RegExp(`^${count} items of ${system}: ${count} imported, 0 skipped, 0 failed\n`),
      );
      expect((await importPath(dataDir, folder)).out).toMatch(
        new RegExp(
          `^${count} items of ${system}: 0 imported, ${count} skipped, 0 failed\\n(?:.*\\n)*  skipped ${count}: it was imported before\\n$`,
        ),
      );
    }
  });

  it('that is killed in its midst is run again: no post is missing, and none is there twice', async () => {
    const dataDir = makeFolder();
    const files = Array.from({ length: 300 }, (_, number) => [`${number}.md`, `# P ${number}`]);
    const folder = makeFolder(Object.fromEntries(files));
    const file = join(dataDir, 'ligara.sqlite');
    const imported = () => (existsSync(file) ? countPosts(file) : 0);
    const killed = startScript('import.ts', dataDir, [folder]);
    while (imported() < 5) await sleep(20);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const before = imported();
    expect(before).toBeLessThan(300);
    expect((await importPath(dataDir, folder)).out).toBe(
      `300 items of markdown: ${300 - before} imported, ${before} skipped, 0 failed\n  skipped ${before}: it was imported before\n`,
    );
    expect(imported()).toBe(300);
  });

  it('lists in a dry run what each item would be and lose, as a table or as JSON, and writes nothing', async () => {
    const dataDir = makeFolder();
    const folder = makeFolder({
      'one.md': '---\ntitle: One\ndate: 2012-05-08\nweather: fine\n---\nText',
      'two.md': '---\ntitle: [\n---\nText',
    });
    const table = await importPath(dataDir, folder, '--dry-run');
    expect(table.code).toBe(1);
    expect(table.out).toContain('2 items of markdown: 1 would be imported, 0 skipped, 1 failed\n');
    expect(table.out).toContain('  one.md  2012-05-08  published  /blog/one\n');
    expect(table.out).toContain('      lost: Front matter that is not supported here: weather.\n');
    expect(table.out).toMatch(/ {2}failed two\.md: .*YAML/);
    const json = JSON.parse((await importPath(dataDir, folder, '--dry-run', '--json')).out);
    expect(json).toMatchObject({
      dryRun: true,
      system: 'markdown',
      counts: { imported: 1, skipped: 0, failed: 1 },
      items: [{ label: 'one.md', slug: 'one', notes: [{ kind: 'lost' }] }, { outcome: 'failed' }],
    });
    // Names what failed and why, imports the rest, and ends with 1.
    const { code, out } = await importPath(dataDir, folder);
    expect(code).toBe(1);
    expect(out).toMatch(/^2 items of markdown: 1 imported, 0 skipped, 1 failed\n/);
    expect(out).toMatch(/\n {2}failed two\.md: .*YAML/);
  });

  it('refuses what it cannot read, and wrong arguments, in words', async () => {
    const refused = await Promise.all([
      importPath(makeFolder(), join(makeFolder(), 'nowhere')),
      importPath(makeFolder(), '--wrong'),
      importPath(makeFolder(), 'a', '--site', 'old'),
    ]);
    for (const { code, err, out } of refused) {
      expect([code, out, err.includes('    at ')]).toEqual([1, '', false]);
      expect(err).not.toBe('');
    }
  });
});
