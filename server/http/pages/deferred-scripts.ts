import { DEFERRED_SCRIPT_TYPE } from '#web/deferred-hydration.ts'

/**
 * Keeps scripts from delaying the first paint: the entry module runs after `load` and idle, or on first interaction.
 * React Router's `Scripts` sets these attributes itself and has no option for them.
 */
export function deferScripts(html: string): string {
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<script type="module" async="">/, `<script type="${DEFERRED_SCRIPT_TYPE}" async="">`)
}
