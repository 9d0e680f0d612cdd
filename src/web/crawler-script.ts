/**
 * Programs that visit without a person: search engines, the previews of social networks and chats,
 * and prerenderers (specification section 9). Each is a part of the user agent they send, in lower
 * case; a name that browsers inside apps send too is not among them.
 */
export const CRAWLER_AGENTS: readonly string[] = [
  ...['googlebot', 'google-inspectiontool', 'bingbot', 'bingpreview', 'yandexbot', 'baiduspider'],
  ...['duckduckbot', 'slurp', 'sogou', 'seznambot', 'applebot', 'petalbot', 'ia_archiver'],
  ...['ccbot', 'gptbot', 'claudebot', 'perplexitybot'],
  ...['facebookexternalhit', 'twitterbot', 'linkedinbot', 'slackbot', 'discordbot', 'telegrambot'],
  ...['whatsapp/', 'redditbot', 'pinterestbot', 'skypeuripreview', 'embedly', 'vkshare'],
  ...['prerender', 'rendertron', 'headlesschrome', 'phantomjs'],
];

/** An address may ask for it, with any value. */
const PARAMETERS = ['prerender', '_escaped_fragment_'];

/** What a browser that a program drives has on its `window`. */
const AUTOMATION_FLAGS = ['_phantom', 'callPhantom', '__nightmare', 'domAutomation', 'Cypress'];

const READY_DELAY_MS = 3000;
const ENOUGH_HEADINGS_AND_PARAGRAPHS = 10;

/** Most names end alike: said once, that is half the length. */
function agentPattern(): string {
  const bots = CRAWLER_AGENTS.filter((name) => name.endsWith(BOT));
  const others = CRAWLER_AGENTS.filter((name) => !name.endsWith(BOT));
  const kinds = bots.map((name) => name.slice(0, -BOT.length));
  return [`(${kinds.join('|')})${BOT}`, ...others].join('|').replace('/', '\\/');
}

const BOT = 'bot';

/**
 * Runs on every public page as it loads. For a crawler alone there is a `window.prerenderReady`:
 * false at first, true once the page has had three seconds and holds more than ten headings or
 * paragraphs. Prerenderers wait for it.
 */
export function crawlerScript(): string {
  return `(()=>{
const query=new URLSearchParams(location.search);
if(!(navigator.webdriver||/${agentPattern()}/i.test(navigator.userAgent)
||'${PARAMETERS.join()}'.split(',').some((name)=>query.has(name))
||'${AUTOMATION_FLAGS.join()}'.split(',').some((flag)=>flag in window)))return;
window.prerenderReady=false;
setTimeout(()=>{
if(document.querySelectorAll('h1,h2,h3,h4,h5,h6,p').length>${ENOUGH_HEADINGS_AND_PARAGRAPHS})prerenderReady=true
},${READY_DELAY_MS})
})();`;
}
