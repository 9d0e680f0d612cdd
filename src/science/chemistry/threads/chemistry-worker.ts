import { serveTasks } from '../../../server/threads/thread-tasks.ts';
import { createChemistry } from '../rdkit.ts';
import { type ChemistryTask, computeWith } from './chemistry-task.ts';

const chemistry = createChemistry();
// Loads RDKit before the first task, whose time is limited.
await chemistry.draw([{ format: 'smiles', source: 'C' }]);

serveTasks((task: ChemistryTask) => computeWith(chemistry, task));
