import { serveTasks } from '../../../server/threads/thread-tasks.ts';
import { type Formula, typesetFormulas } from '../typeset.ts';

// Loads MathJax before the first task, whose time is limited.
await typesetFormulas([{ tex: 'x', isDisplay: false }]);

serveTasks((formula: Formula) => typesetFormulas([formula]));
