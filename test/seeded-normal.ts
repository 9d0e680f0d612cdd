import { seededRandom } from '../src/ui/artwork/seeded-random.ts';

/** Random numbers that are the same in every run: uniform in [0, 1), and normal by the method of Box and Muller. */
export function seededNormal(seed: string) {
  const random = seededRandom(seed);
  const uniform = () => random.between(0, 1);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}
