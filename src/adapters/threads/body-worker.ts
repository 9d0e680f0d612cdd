import { renderBody } from '../../domain/posts/body.ts';
import type { DrawFormulas } from '../../domain/science/math/formula-picture.ts';
import { chemistryBy } from './chemistry-task.ts';
import type { RenderAnswer, RenderTask } from './render-pool.ts';
import { serveTasks } from './thread-tasks.ts';

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
