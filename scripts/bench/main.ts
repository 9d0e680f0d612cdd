// What is measured, never asserted: `npm run bench` how lists of posts grow with the blog,
// `npm run bench -- web [rounds]` what Lighthouse says of the pages.
import { measureLists } from './lists.ts';
import { measurePages } from './web.ts';

const [what = 'lists', rounds = '3'] = process.argv.slice(2);
if (what === 'lists') {
  await measureLists();
} else if (what === 'web' && /^[1-9]$/.test(rounds)) {
  await measurePages(Number(rounds));
} else {
  console.error('Usage: npm run bench [-- lists | -- web [rounds]]');
  process.exitCode = 2;
}
