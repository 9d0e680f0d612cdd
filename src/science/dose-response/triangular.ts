/**
 * Reduces the least-squares problem `min |A p − b|` to a triangular one of the same solution, `R p = c`, by
 * Householder reflections (Golub & Van Loan, Matrix Computations, 4th ed., 5.3). Unlike the normal equations it
 * does not square the condition number. Takes the columns of `A`; overwrites its arguments.
 */
export function triangularize(columns: Float64Array[], b: Float64Array): Triangular {
  for (const [k, column] of columns.entries()) {
    const norm = Math.hypot(...column.subarray(k));
    if (norm === 0) continue;
    const alpha = (column[k] ?? 0) > 0 ? -norm : norm;
    const reflector = column.slice();
    reflector.fill(0, 0, k);
    reflector[k] = (column[k] ?? 0) - alpha;
    const half = norm * (norm + Math.abs(column[k] ?? 0));
    for (const other of [...columns.slice(k), b]) {
      const factor = dot(reflector, other, k) / half;
      for (let i = k; i < other.length; i++)
        other[i] = (other[i] ?? 0) - factor * (reflector[i] ?? 0);
    }
  }
  return { columns, b };
}

/** The upper triangle of the first rows of `columns`, and the right side. */
type Triangular = { columns: readonly Float64Array[]; b: Float64Array };

/** Solves `R p = b` by back substitution; null when `R` is singular to working precision. */
export function solveTriangular({ columns, b }: Triangular): number[] | null {
  const largest = Math.max(...columns.map((column, k) => Math.abs(column[k] ?? 0)));
  const solution = Array.from(b.subarray(0, columns.length));
  for (let k = columns.length - 1; k >= 0; k--) {
    const column = columns[k] ?? b;
    const pivot = column[k] ?? 0;
    if (!(Math.abs(pivot) > 1e-14 * largest)) return null;
    const value = (solution[k] ?? 0) / pivot;
    solution[k] = value;
    for (let i = 0; i < k; i++) solution[i] = (solution[i] ?? 0) - value * (column[i] ?? 0);
  }
  return solution;
}

/** `(RᵀR)⁻¹`, row by row; null when `R` is singular to working precision. */
export function inverseOfSquare(columns: readonly Float64Array[]): number[][] | null {
  const inverse = columns.map((_, k) => {
    const unit = new Float64Array(columns.length);
    unit[k] = 1;
    return solveTriangular({ columns, b: unit });
  });
  if (inverse.some((column) => column === null)) return null;
  // Column k of the inverse of R is inverse[k].
  return columns.map((_, row) =>
    columns.map((_column, col) =>
      inverse.reduce((sum, each) => sum + (each?.[row] ?? 0) * (each?.[col] ?? 0), 0),
    ),
  );
}

function dot(a: Float64Array, b: Float64Array, from: number): number {
  let sum = 0;
  for (let i = from; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
