// What is measured, never asserted: `npm run bench` how lists of posts grow with the blog,
// `-- sign-ups` what a script that signs up without end does to the site, `-- typing` what a key costs
// in a long post, `-- web [rounds]` what Lighthouse says of the pages, `-- round-trip FOLDER` whether
// posts come back from the edit form as they were.
import { measureLists } from './lists.ts';
import { measureRoundTrip } from './round-trip.ts';
import { measureSignUps } from './sign-ups.ts';
import { measureTyping } from './typing.ts';
import { measurePages } from './web.ts';

const [what = 'lists', argument] = process.argv.slice(2);
if (what === 'lists') {
  await measureLists();
} else if (what === 'sign-ups') {
  await measureSignUps();
} else if (what === 'typing') {
  await measureTyping();
} else if (what === 'web' && /^[1-9]$/.test(argument ?? '3')) {
  await measurePages(Number(argument ?? '3'));
} else if (what === 'round-trip' && argument !== undefined) {
  await measureRoundTrip(argument);
} else {
  console.error(
    'Usage: npm run bench [-- lists | -- sign-ups | -- typing | -- web [rounds] | -- round-trip FOLDER]',
  );
  process.exitCode = 2;
}
