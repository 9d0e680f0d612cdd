/**
 * On the "Post Not Found" page only: a browser that holds an administrator's token asks for the
 * same address with it, and shows the draft that it gets instead. Crawlers make no call for posts.
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
