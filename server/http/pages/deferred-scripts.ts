import { DEFERRED_SCRIPT_TYPE } from '#web/deferred-hydration.ts'

/**
 * Keeps scripts from delaying the first paint: the entry module runs after `load` and idle, or on first interaction.
 * React Router's `Scripts` sets these attributes itself and has no option for them.
 */
export function deferScripts(html: string): string {
  // React moves these links to the head. The entry module is near the end.
  const headEnd = Math.max(0, html.indexOf('</head>'))
  const head = html.slice(0, headEnd).replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
  const script = html.lastIndexOf(MODULE_SCRIPT)
  if (script < headEnd) return head + html.slice(headEnd)
  return head + html.slice(headEnd, script) + DEFERRED_SCRIPT + html.slice(script + MODULE_SCRIPT.length)
}

const MODULE_SCRIPT = '<script type="module" async="">'
const DEFERRED_SCRIPT = `<script type="${DEFERRED_SCRIPT_TYPE}" async="">`
