import { REGION_COOKIE } from '#core/regions/regions.ts'

export const DEFERRED_SCRIPT_TYPE = 'text/deferred'

/**
 * Loads the web fonts and the whole stylesheet once the page has painted, so that nothing competes with its first picture; at
 * once after another page of the store, whose fonts the browser has. Starts the entry module when the browser is idle
 * after that, or at the first interaction; in a frame at once, since one without height never paints. Until then, a changed `<select data-autosubmit>` submits its form here,
 * because hydration would reset the choice.
 */
export const DEFERRED_HYDRATION_SCRIPT = `(function(){var d=document,styled,started;
function apply(l){l.tagName==='LINK'?l.rel='stylesheet':l.media='all'}
function style(){if(styled)return;styled=1;d.querySelectorAll('[data-deferred]').forEach(apply)}
function start(){if(started)return;started=1;style();
var deferred=d.querySelector('script[type="${DEFERRED_SCRIPT_TYPE}"]');if(!deferred)return;
var s=d.createElement('script');s.type='module';s.textContent=deferred.textContent;d.head.append(s);s.remove()}
function idle(){(window.requestIdleCallback||function(f){setTimeout(f,200)})(start,{timeout:3000})}
function loaded(f){d.readyState==='complete'?f():addEventListener('load',f)}
var paint=new Promise(function(f){try{new PerformanceObserver(function(l,o){o.disconnect();f()}).observe({type:'paint',buffered:true})}catch(e){loaded(f)}});
d.referrer.indexOf(location.origin+'/')===0&&d.querySelectorAll('style[data-deferred]').forEach(apply);
paint.then(function(){setTimeout(style,400);loaded(style)});
 self===top?loaded(function(){setTimeout(idle,3000);paint.then(idle)}):start();
addEventListener('change',function(e){var t=e.target,hydrated='hydrated' in d.documentElement.dataset;
if(!hydrated&&t.matches('[data-autosubmit]')){e.stopImmediatePropagation();if(t.name==='region')try{localStorage.setItem('${REGION_COOKIE}',t.value)}catch(e){}t.form.submit()}},true);
['pointerdown','keydown','touchstart'].forEach(function(e){addEventListener(e,start,{once:true,passive:true,capture:true})})})()`
