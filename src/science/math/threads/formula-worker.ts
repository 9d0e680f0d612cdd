import { serveTasks } from '../../../server/threads/thread-tasks.ts';
import { drawFormulas, type Formula } from '../formula-picture.ts';

// Loads MathJax before the first task, whose time is limited.
await drawFormulas([{ tex: 'x', isDisplay: false }]);

serveTasks((formula: Formula) => drawFormulas([formula]));
