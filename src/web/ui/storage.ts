/**
 * Runs before all other scripts on every page. Where storage is blocked, accessing it throws a
 * `SecurityError` or returns null. This replaces it with storage in memory: no other code, React
 * Router's included, needs a guard for reading. Writing can still fail: storage may be full.
 */
export const STORAGE_SCRIPT = `(()=>{
const methods={getItem(key){return this[key]??null},setItem(key,value){this[key]=''+value},removeItem(key){delete this[key]}};
for(const name of ['localStorage','sessionStorage'])
try{window[name].length}catch{Object.defineProperty(window,name,{value:Object.create(methods)})}
})();`;

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
