/**
 * Runs before the first paint and on every page, also on those without the framework: applies the
 * stored theme, and lets the header's button change it.
 */
export const THEME_SCRIPT = `(()=>{
const root=document.documentElement,stored=localStorage.getItem('theme');
if(stored)root.dataset.theme=stored;
addEventListener('click',(event)=>{
if(!event.target.closest?.('[data-theme-toggle]'))return;
const dark=root.dataset.theme?root.dataset.theme==='dark':matchMedia('(prefers-color-scheme: dark)').matches;
localStorage.setItem('theme',root.dataset.theme=dark?'light':'dark');
});
})();`;
