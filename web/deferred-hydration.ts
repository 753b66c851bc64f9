import { REGION_COOKIE } from '#core/regions/regions.ts'

export const DEFERRED_SCRIPT_TYPE = 'text/deferred'

/**
 * Applies the whole stylesheet and starts the entry module once the page has painted and the browser is idle. Until then, a changed
 * `<select data-autosubmit>` submits its form here, because hydration would reset the choice.
 */
export const DEFERRED_HYDRATION_SCRIPT = `(function(){var started;function start(){if(started)return;started=1;
document.querySelectorAll('link[data-deferred]').forEach(function(l){l.media='all'});
var deferred=document.querySelector('script[type="${DEFERRED_SCRIPT_TYPE}"]');if(!deferred)return;
var s=document.createElement('script');s.type='module';s.textContent=deferred.textContent;document.head.append(s);s.remove()}
function idle(){(window.requestIdleCallback||function(f){setTimeout(f,200)})(start,{timeout:3000})}
function painted(){setTimeout(idle,3000);try{new PerformanceObserver(function(l,o){o.disconnect();idle()}).observe({type:'paint',buffered:true})}catch(e){idle()}}
addEventListener('change',function(e){var t=e.target,hydrated='hydrated' in document.documentElement.dataset;
if(!hydrated&&t.matches('[data-autosubmit]')){e.stopImmediatePropagation();if(t.name==='region')try{localStorage.setItem('${REGION_COOKIE}',t.value)}catch(e){}t.form.submit()}},true);
['pointerdown','keydown','touchstart'].forEach(function(e){addEventListener(e,start,{once:true,passive:true,capture:true})});
document.readyState==='complete'?painted():addEventListener('load',painted)})()`
