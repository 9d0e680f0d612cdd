import { runOnSite } from '../src/app/command.ts';
import { checkPosts } from '../src/posts/publication-check.ts';

/**
 * `npm run check-posts` checks every post as before its publication, and prints what it finds by post and line. Exits
 * with 1 when it finds anything.
 */

await runOnSite(async ({ site }) => report(await checkPosts(site)));

function report(posts: Awaited<ReturnType<typeof checkPosts>>): void {
  const counts = new Map<string, number>();
  for (const { slug, findings } of posts) {
    if (findings === null) console.log(`${slug}: could not be rendered in time`);
    for (const { line, severity, code, message } of findings ?? []) {
      counts.set(code, (counts.get(code) ?? 0) + 1);
      console.log(`${slug}:${line}: ${severity} ${code}: ${message}`);
    }
  }
  const clean = posts.filter(({ findings }) => findings?.length === 0).length;
  console.log(`\n${posts.length} posts, ${clean} of them without findings`);
  for (const [code, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    console.log(`${String(count).padStart(6)}  ${code}`);
  }
  if (clean < posts.length) process.exitCode = 1;
}
