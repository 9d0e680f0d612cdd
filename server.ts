import cluster from 'node:cluster';
import { furnishSite, openSite, run } from './src/boot.ts';
import { tellFigures } from './src/cluster/figures.ts';
import { startWorkers } from './src/cluster/workers.ts';
import { readConfig } from './src/config.ts';
import { profile } from './src/content/profile.ts';
import { collectEarly } from './src/garbage-collection.ts';
import { createLog } from './src/log.ts';
import { openMetricsPort, serve } from './src/serve.ts';
import { describeForms } from './src/work.ts';

await run(async () => {
  collectEarly();
  const config = readConfig();
  if (cluster.isWorker) return serve(config, () => undefined);

  const announce = () => {
    for (const line of describeForms(config)) console.log(line);
    console.log(`${profile.name} serves at ${config.publicUrl}`);
  };
  if (config.workers === 1) return serve(config, announce);

  // Before there are several that would.
  const site = await openSite(config);
  await furnishSite(site, config);
  await site.close();
  if (config.metricsPort !== undefined || config.metricsToken !== undefined) {
    const { metricsOfWorkers } = await import('./src/http/metrics.ts');
    const text = metricsOfWorkers();
    tellFigures(text);
    const log = createLog(config.logLevel);
    const reportError = (err: unknown) => log.error({ err }, 'There are no figures');
    await openMetricsPort({ config, text, reportError });
  }
  startWorkers(config.workers, announce);
});
