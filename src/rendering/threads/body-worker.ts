import { chemistryBy } from '../../science/chemistry/threads/chemistry-task.ts';
import type { DrawFormulas } from '../../science/math/formula-picture.ts';
import { serveTasks } from '../../server/threads/thread-tasks.ts';
import { renderBody } from '../body.ts';
import type { RenderAnswer, RenderTask } from './render-pool.ts';

serveTasks(async (task: RenderTask, ask): Promise<RenderAnswer> => {
  const { content, context, asksForChemistry, asksForFormulas } = task;
  const chemistry = asksForChemistry ? chemistryBy(ask) : undefined;
  const drawFormulas = asksForFormulas
    ? (((formulas) => ask({ formulas })) as DrawFormulas)
    : undefined;
  try {
    return { body: await renderBody(content, { ...context, chemistry, drawFormulas }) };
  } catch (error) {
    return { error };
  }
});
