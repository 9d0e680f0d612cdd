import { parseAst } from 'vite';

type Node = { type: string; start: number } & Record<string, unknown>;

type Fn = { isAsync: boolean; hasAwaited: boolean; outer: Fn | null };

/** The names that a block declares: for each `let` the function around it, null for the rest. */
type Scope = { names: Map<string, { of: Fn | null } | null>; outer: Scope | null };

const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
const LOOP = /^(?:For|ForOf|ForIn|While|DoWhile)Statement$/;
/** Types have no values. */
const NO_VALUE = /^TS(?!AsExpression|NonNullExpression|SatisfiesExpression)/;

/**
 * Finds the variables that concurrent calls of an async function share, and that it uses after an
 * `await`: another call may have assigned them meanwhile. These are `let` variables declared outside of
 * the function. Mutated objects, such as a `Map` or a ref, are not found.
 *
 * @returns the names of the variables
 */
export function findSharedState(file: string, code: string): string[] {
  const found = new Set<string>();
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  visit(parseAst(code, { lang }) as unknown as Node, { names: new Map(), outer: null }, null);
  return [...found].sort();

  function visit(node: Node, scope: Scope, fn: Fn | null): void {
    if (isShared(node, scope, fn)) found.add(node.name as string);
    const own = functionOf(node, fn);
    const inner = scopeBelow(node, scope, own);
    // Code before an `await` in a loop runs after it in the next iteration.
    const iterations = LOOP.test(node.type) ? 2 : 1;
    const below = Array.from({ length: iterations }, () => valuesIn(node)).flat();
    for (const child of below) visit(child, inner, own);
    if (node.type === 'AwaitExpression' && fn !== null) fn.hasAwaited = true;
  }
}

/** The function around the children of a node. */
function functionOf(node: Node, fn: Fn | null): Fn | null {
  if (FUNCTION.test(node.type)) {
    return { isAsync: node.async === true, hasAwaited: false, outer: fn };
  }
  // `for await`
  if (node.await === true && fn !== null) fn.hasAwaited = true;
  return fn;
}

/** Returns true for the name of a `let` from outside of an async function after an `await`. */
function isShared({ type, name }: Node, scope: Scope, fn: Fn | null): boolean {
  return type === 'Identifier' && fn !== null && fn.isAsync && fn.hasAwaited
    ? isFromOutside(name as string, scope, fn)
    : false;
}

function isFromOutside(name: string, scope: Scope, fn: Fn): boolean {
  let declaring: Scope | null = scope;
  while (declaring !== null && !declaring.names.has(name)) declaring = declaring.outer;
  const variable = declaring?.names.get(name);
  if (!variable) return false;
  let within = variable.of;
  while (within !== null && within !== fn) within = within.outer;
  return within === null;
}

/** The child nodes that have values, in evaluation order. */
function valuesIn(node: Node): Node[] {
  if (NO_VALUE.test(node.type)) return [];
  if (FUNCTION.test(node.type)) return childrenOf(node, 'params', 'body');
  if (node.type === 'AssignmentExpression') return childrenOf(node, 'right', 'left');
  return node.computed === false ? childrenOf(node, 'object', 'value') : childrenOf(node);
}

function scopeBelow(node: Node, outer: Scope, of: Fn | null): Scope {
  const scope: Scope = { names: new Map(), outer };
  const isFunction = FUNCTION.test(node.type);
  if (isFunction) {
    for (const name of childrenOf(node, 'params').flatMap(namesIn)) scope.names.set(name, null);
  }
  const declares = isFunction ? [] : childrenOf(node, 'body', 'init', 'left');
  for (const child of declares) {
    const declared = (child.declaration as Node | null | undefined) ?? child;
    const variable = declared.kind === 'let' ? { of } : null;
    for (const name of declaredIn(declared)) scope.names.set(name, variable);
  }
  return scope;
}

function declaredIn(node: Node): string[] {
  if (node.type === 'VariableDeclaration') {
    return childrenOf(node, 'declarations').flatMap(({ id }) => namesIn(id as Node));
  }
  const isNamed = node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration';
  return isNamed ? childrenOf(node, 'id').flatMap(namesIn) : [];
}

/** The names that a pattern declares. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name as string];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left as Node);
  const keys = pattern.type === 'Property' ? ['value'] : ['properties', 'elements', 'argument'];
  return childrenOf(pattern, ...keys).flatMap(namesIn);
}

/** The child nodes, those of the named fields only if there are names. */
function childrenOf(node: Node, ...names: string[]): Node[] {
  const values = names.length === 0 ? Object.values(node) : names.map((name) => node[name]);
  return values.flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
