/**
 * Substrings of crawlers' user agents in lower case: search engines, link previews of social networks
 * and chats, prerenderers (specification section 9). Names that in-app browsers send too are left out.
 */
export const CRAWLER_AGENTS: readonly string[] = `
  googlebot google-inspectiontool bingbot bingpreview yandexbot baiduspider duckduckbot slurp
  sogou seznambot applebot petalbot ia_archiver ccbot gptbot claudebot perplexitybot
  facebookexternalhit twitterbot linkedinbot slackbot discordbot telegrambot whatsapp/ redditbot
  pinterestbot skypeuripreview embedly vkshare prerender rendertron headlesschrome phantomjs`
  .trim()
  .split(/\s+/);

const PARAMETERS = ['prerender', '_escaped_fragment_'];

const AUTOMATION_FLAGS = ['_phantom', 'callPhantom', '__nightmare', 'domAutomation', 'Cypress'];

const READY_DELAY_MS = 3000;
const CONTENT_THRESHOLD = 10;

/**
 * An inline script of every page. For crawlers it sets `window.prerenderReady`, which prerenderers wait
 * for: false at first, true after three seconds if the page then has more than ten headings and
 * paragraphs.
 */
export function crawlerScript(): string {
  // Most names end in "bot": factoring it out makes the script shorter.
  const bots = CRAWLER_AGENTS.filter((name) => name.endsWith('bot'));
  const others = CRAWLER_AGENTS.filter((name) => !bots.includes(name)).join('|');
  const names = `(${bots.join('|').replaceAll('bot', '')})bot|${others.replace('/', '\\/')}`;
  return `(()=>{
if(!(navigator.webdriver||/${names}/i.test(navigator.userAgent)
||/[?&](${PARAMETERS.join('|')})(=|&|$)/.test(location.search)
||'${AUTOMATION_FLAGS.join()}'.split(',').some(f=>f in window)))return;
window.prerenderReady=false;
setTimeout(()=>{
if(document.querySelectorAll('h1,h2,h3,h4,h5,h6,p').length>${CONTENT_THRESHOLD})prerenderReady=true
},${READY_DELAY_MS})
})();`;
}
