import { chemistryBy } from '../../science/chemistry/threads/chemistry-task.ts';
import type { TypesetFormulas } from '../../science/math/typeset.ts';
import type { Pasted } from '../../science/references/read-pasted.ts';
import { lazy } from '../../server/lazy.ts';
import { serveTasks } from '../../server/threads/thread-tasks.ts';
import { renderBody } from '../body.ts';
import type { RenderAnswer, RenderTask } from './render-pool.ts';

/** Few threads ever read references. */
const loadReading = lazy(() => import('../../science/references/read-pasted.ts'));

serveTasks(async (task: RenderTask | { pasted: string }, ask): Promise<RenderAnswer | Pasted> => {
  if ('pasted' in task) return (await loadReading()).readPasted(task.pasted);
  const { content, context, asksForChemistry, asksForFormulas } = task;
  const chemistry = asksForChemistry ? chemistryBy(ask) : undefined;
  const typesetFormulas = asksForFormulas
    ? (((formulas) => ask({ formulas })) as TypesetFormulas)
    : undefined;
  try {
    return { body: await renderBody(content, { ...context, chemistry, typesetFormulas }) };
  } catch (error) {
    return { error };
  }
});
