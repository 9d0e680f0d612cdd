/**
 * Runs before everything else on every page. A browser that blocks storage throws wherever a page
 * names it (a `SecurityError`), or has null there. It then gets storage in memory, so that no other
 * code, React Router's included, needs a guard for reading. Writing can fail anywhere: storage may be
 * full.
 */
export const STORAGE_SCRIPT = `(()=>{
const methods={getItem(key){return this[key]??null},setItem(key,value){this[key]=''+value},removeItem(key){delete this[key]}};
for(const name of ['localStorage','sessionStorage'])
try{window[name].length}catch{Object.defineProperty(window,name,{value:Object.create(methods)})}
})();`;

/** Stores a text for as long as the browser allows. @returns false when it is lost with the page */
export function store(storage: Storage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return storage instanceof Storage;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
