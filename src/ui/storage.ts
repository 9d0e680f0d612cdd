/**
 * Runs before all other scripts on every page. Where storage is blocked, accessing it throws a
 * `SecurityError` or returns null. This replaces it with storage in memory: no other code, React
 * Router's included, needs a guard for reading. Writing can still fail: storage may be full.
 *
 * @param replacement an expression
 */
function storageScript(replacement: string): string {
  return `for(const n of ['localStorage','sessionStorage'])
try{window[n].length}catch{Object.defineProperty(window,n,{value:${replacement}})};`;
}

const IN_MEMORY = `Object.create({getItem(k){return this[k]??null},setItem(k,v){this[k]=''+v},removeItem(k){delete this[k]}})`;

export const STORAGE_SCRIPT = storageScript(IN_MEMORY);

/** Serves pages without hydration, whose scripts call no methods of storage: each may have 2.5 KB of them. */
export const STORAGE_PROPERTIES_SCRIPT = storageScript('{}');

/** @returns false when the text is lost with the page: storage is full, blocked or in memory */
export function store(storage: Storage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return storage instanceof Storage;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
