/** How far apart the nearest two atoms of a molfile (V2000) are, in bonds. */
export function nearestAtoms(molblock: string): number {
  const lines = molblock.split('\n');
  const [atoms, bonds] = [Number(lines[3]?.slice(0, 3)), Number(lines[3]?.slice(3, 6))];
  const points = lines.slice(4, 4 + atoms).map((line) => [+line.slice(0, 10), +line.slice(10, 20)]);
  const distance = (a: number, b: number) => {
    const [[x = 0, y = 0] = [], [u = 0, v = 0] = []] = [points[a], points[b]];
    return Math.hypot(x - u, y - v);
  };
  const lengths = lines
    .slice(4 + atoms, 4 + atoms + bonds)
    .map((line) => distance(+line.slice(0, 3) - 1, +line.slice(3, 6) - 1))
    .sort((a, b) => a - b);
  const bond = lengths[Math.floor(lengths.length / 2)] ?? 1;
  const pairs = points.flatMap((_, a) => points.slice(a + 1).map((_, b) => distance(a, a + 1 + b)));
  return Math.min(...pairs) / bond;
}
