import { lazy } from '../../server/lazy.ts';
import { serveTasks } from '../../server/threads/serve-tasks.ts';
import { createChemistry } from '../chemistry/rdkit.ts';
import { typesetFormula } from '../math/typeset.ts';
import { computeWith, type ScienceTask } from './science-tasks.ts';

const chemistry = createChemistry();
const loadRdkit = lazy(() => chemistry.draw({ format: 'smiles', source: 'C' }));
const loadMathJax = lazy(() => typesetFormula({ tex: 'x', isDisplay: false }));

serveTasks(
  (task: ScienceTask) => computeWith({ ...chemistry, typesetFormula }, task),
  ({ method }) => (method === 'typesetFormula' ? loadMathJax() : loadRdkit()),
);
