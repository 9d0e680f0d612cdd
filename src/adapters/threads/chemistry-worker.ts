import { createChemistry } from '../../domain/science/chemistry/rdkit.ts';
import { type ChemistryTask, computeWith } from './chemistry-task.ts';
import { serveTasks } from './thread-tasks.ts';

const chemistry = createChemistry();
// Loads RDKit before the first task, whose time is limited.
await chemistry.draw([{ format: 'smiles', source: 'C' }]);

serveTasks((task: ChemistryTask) => computeWith(chemistry, task));
