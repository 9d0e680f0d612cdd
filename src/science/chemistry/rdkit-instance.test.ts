import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createRdkitInstance, type Rdkit } from './rdkit.ts';

/** A chain that RDKit cannot draw: it traps, and the instance is of no use afterwards. */
function trap({ module }: Rdkit): string {
  const molecule = module.get_mol('C'.repeat(1000));
  molecule?.set_new_coords();
  molecule?.get_inchi();
  return molecule?.get_svg() ?? '';
}

const ethanol = ({ module }: Rdkit) => {
  using molecule = module.get_mol('OCC');
  return molecule?.get_smiles();
};

test('after a structure that traps RDKit, the next ones are read as before', async () => {
  const use = createRdkitInstance();
  // All wait for the same instance, which the second one breaks.
  const all = [ethanol, trap, ethanol, trap, ethanol];
  expect(await Promise.all(all.map(use))).toEqual(['CCO', null, 'CCO', null, 'CCO']);
});

test('a bug of ours is not taken for a failure of RDKit', async () => {
  const use = createRdkitInstance();
  const fail = () => {
    throw new TypeError('ours');
  };
  await expect(use(fail)).rejects.toThrow('ours');
  expect(await use(ethanol)).toBe('CCO');
});

test('a process that renders posts without structures loads none of RDKit', async () => {
  const body = JSON.stringify(new URL('../../rendering/body.ts', import.meta.url).href);
  const code = `
    import { createRequire } from 'node:module';
    import { renderBody } from ${body};
    const { cache } = createRequire(import.meta.url);
    const isLoaded = () => Object.keys(cache).some((path) => path.includes('rdkit'));
    await renderBody('# Text\\n\\n\`CCO\` and C<sub>2</sub>H<sub>6</sub>O\\n\\n\`\`\`js\\nlet a;\\n\`\`\`');
    const before = isLoaded();
    await renderBody('{smiles}\`CCO\`');
    console.log(before, isLoaded());
  `;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
  expect((await run).stdout.trim()).toBe('false true');
});
