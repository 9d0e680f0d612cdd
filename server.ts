import { describeForms } from './src/background-jobs.ts';
import { run } from './src/boot.ts';
import { readConfig } from './src/config.ts';
import { profile } from './src/content/profile.ts';
import { collectEarly } from './src/garbage-collection.ts';
import { serve } from './src/serve.ts';

await run(async () => {
  collectEarly();
  const config = readConfig();
  await serve(config, () => {
    for (const line of describeForms(config)) console.log(line);
    console.log(`${profile.name} serves at ${config.publicUrl}`);
  });
});
