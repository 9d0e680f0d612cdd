/**
 * Runs before the first paint on every page: applies the stored theme and handles the header's button.
 * Where storage is blocked, `window.name` holds the theme until the tab is closed.
 */
export const THEME_SCRIPT = `(()=>{
const d=document.documentElement.dataset,stored=localStorage.theme||/^(dark|light)$/.exec(name)?.[0];
if(stored)d.theme=stored;
addEventListener('click',(e)=>{
if(!e.target.closest?.('[data-theme-toggle]'))return;
d.theme=(d.theme?d.theme=='dark':matchMedia('(prefers-color-scheme:dark)').matches)?'light':'dark';
try{localStorage.theme=d.theme;if(localStorage instanceof Storage)return}catch{}
name=d.theme
})})();`;
