import { chemistryBy } from '../../science/chemistry/threads/chemistry-task.ts';
import type { DrawFormulas } from '../../science/math/formula-picture.ts';
import type { Pasted } from '../../science/references/read-pasted.ts';
import { serveTasks } from '../../server/threads/thread-tasks.ts';
import { renderBody } from '../body.ts';
import type { PasteTask, RenderAnswer, RenderTask } from './render-pool.ts';

serveTasks(async (task: RenderTask | PasteTask, ask): Promise<RenderAnswer | Pasted> => {
  if ('pasted' in task) {
    // Imported with the first paste: few threads ever read one.
    const { readPasted } = await import('../../science/references/read-pasted.ts');
    return readPasted(task.pasted);
  }
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
