/**
 * Runs before the first paint and on every page, also on those without the framework: applies the
 * stored theme, and lets the header's button change it.
 */
export const THEME_SCRIPT = `(()=>{
const root=document.documentElement.dataset,stored=localStorage.theme;
if(stored)root.theme=stored;
addEventListener('click',({target})=>{
if(!target.closest?.('[data-theme-toggle]'))return;
const dark=root.theme?root.theme=='dark':matchMedia('(prefers-color-scheme:dark)').matches;
localStorage.theme=root.theme=dark?'light':'dark'
})})();`;
