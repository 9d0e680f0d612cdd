/**
 * On the "Post Not Found" page only: a browser with an administrator's token requests the same URL
 * with it, and shows the draft that it receives. Crawlers make no calls for posts.
 */
export const DRAFT_PREVIEW_SCRIPT = `(async()=>{
const token=localStorage.adminToken;
if(!token||'prerenderReady' in window||!document.querySelector('[data-post-missing]'))return;
const response=await fetch(location,{headers:{Authorization:'Bearer '+token}});
if(!response.ok)return;
const text=await response.text();
const page=window.trustedTypes?.createPolicy('ligara-draft',{createHTML:html=>html}).createHTML(text)??text;
document.open();document.write(page);document.close()
})();`;
