export const LATE_TYPE = 'text/late'

/** Runs in the page as it stands here: it starts the entry module once the page is painted and the browser idle. */
export const LATE_START = `(function(){var begun;function go(){if(begun)return;begun=1;
var late=document.querySelector('script[type="${LATE_TYPE}"]');if(!late)return;
var s=document.createElement('script');s.type='module';s.textContent=late.textContent;document.head.append(s);s.remove()}
function idle(){(window.requestIdleCallback||function(f){setTimeout(f,200)})(go,{timeout:3000})}
['pointerdown','keydown','touchstart'].forEach(function(e){addEventListener(e,go,{once:true,passive:true,capture:true})});
document.readyState==='complete'?idle():addEventListener('load',idle)})()`
