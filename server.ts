import { describeForms } from './src/app/background-jobs.ts';
import { run } from './src/app/operator-error.ts';
import { serve } from './src/app/serve.ts';
import { profile } from './src/content/profile.ts';
import { readConfig } from './src/server/config.ts';
import { collectEarly } from './src/server/garbage-collection.ts';

await run(async () => {
  collectEarly();
  const config = readConfig();
  await serve(config, () => {
    for (const line of describeForms(config)) console.log(line);
    console.log(`${profile.name} is running at ${config.publicUrl}`);
  });
});
