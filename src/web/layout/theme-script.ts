/**
 * Runs before the first paint on every page: applies the stored theme and handles the header's button.
 * Where storage is blocked, `window.name` holds the theme until the tab is closed.
 */
export const THEME_SCRIPT = `(()=>{
const root=document.documentElement.dataset,stored=localStorage.theme||/^(dark|light)$/.exec(name)?.[0];
if(stored)root.theme=stored;
addEventListener('click',({target})=>{
if(!target.closest?.('[data-theme-toggle]'))return;
const dark=root.theme?root.theme=='dark':matchMedia('(prefers-color-scheme:dark)').matches;
root.theme=dark?'light':'dark';
try{localStorage.theme=root.theme;if(localStorage instanceof Storage)return}catch{}
name=root.theme
})})();`;
