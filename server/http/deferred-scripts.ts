import { DEFERRED_SCRIPT_TYPE } from '#web/deferred-hydration.ts'

/**
 * Keeps scripts out of the way of the first paint: nothing is preloaded, and the entry module becomes a data block
 * that the page's own starter runs after `load` and idle, or at the first touch. Until then links and forms are the
 * browser's own.
 */
export function deferScripts(html: string): string {
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<script type="module" async="">/, `<script type="${DEFERRED_SCRIPT_TYPE}" async="">`)
}
