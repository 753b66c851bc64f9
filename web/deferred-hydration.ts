export const DEFERRED_SCRIPT_TYPE = 'text/late'

/**
 * Runs in the page as it stands here: it starts the entry module once the page is painted and the browser idle.
 * Until React has the page, a choice (`<select data-sends>`) sends its form itself; hydration would put it back unread.
 */
export const DEFERRED_HYDRATION_SCRIPT = `(function(){var begun;function go(){if(begun)return;begun=1;
var late=document.querySelector('script[type="${DEFERRED_SCRIPT_TYPE}"]');if(!late)return;
var s=document.createElement('script');s.type='module';s.textContent=late.textContent;document.head.append(s);s.remove()}
function idle(){(window.requestIdleCallback||function(f){setTimeout(f,200)})(go,{timeout:3000})}
function painted(){setTimeout(idle,3000);try{new PerformanceObserver(function(l,o){o.disconnect();idle()}).observe({type:'paint',buffered:true})}catch(e){idle()}}
addEventListener('change',function(e){var t=e.target,live='live' in document.documentElement.dataset;
if(!live&&t.matches('[data-sends]')){e.stopImmediatePropagation();if(t.name==='region')try{localStorage.setItem('userSelectedRegion',t.value)}catch(e){}t.form.submit()}},true);
['pointerdown','keydown','touchstart'].forEach(function(e){addEventListener(e,go,{once:true,passive:true,capture:true})});
document.readyState==='complete'?painted():addEventListener('load',painted)})()`
