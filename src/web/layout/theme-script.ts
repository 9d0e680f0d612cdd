/**
 * Runs before the first paint and on every page, also on those without the framework: applies the
 * stored theme, and lets the header's button change it. Where nothing can be stored, the name of the
 * window holds the theme until the visit ends.
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
