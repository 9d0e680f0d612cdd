import { renderBody } from '../../domain/posts/body.ts';
import { chemistryBy } from './chemistry-task.ts';
import type { RenderAnswer, RenderTask } from './render-pool.ts';
import { serveTasks } from './thread-tasks.ts';

serveTasks(async (task: RenderTask, ask): Promise<RenderAnswer> => {
  const { content, context, asksForChemistry } = task;
  const chemistry = asksForChemistry ? chemistryBy(ask) : undefined;
  try {
    return { body: await renderBody(content, { ...context, chemistry }) };
  } catch (error) {
    return { error };
  }
});
