import { drawFormulas, type Formula } from '../../domain/science/math/formula-picture.ts';
import { serveTasks } from './thread-tasks.ts';

// Loads MathJax before the first task, whose time is limited.
await drawFormulas([{ tex: 'x', isDisplay: false }]);

serveTasks((formula: Formula) => drawFormulas([formula]));
