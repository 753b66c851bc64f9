import type { Config } from './config.ts'
import type { PreparedStore } from './prepare-store.ts'
import { DEMO_PASSWORDS } from './prepare-store.ts'

/** What the person who typed the command wants to know. */
export function printStartBanner(
  { config, passwords, adminLink }: PreparedStore,
  port: number,
  milliseconds: number,
): void {
  const lines = [
    '',
    `  Eternal Beauty is open at ${config.PUBLIC_URL} (${(milliseconds / 1000).toFixed(1)} s)`,
    '',
    ...accountLines(config, passwords),
    ...(adminLink ? [`  Set-up    ${adminLink}`, '            makes the first administrator, once'] : []),
    `  Data      ${config.embedded ? config.DATA_DIR : `in your database; files in ${config.DATA_DIR}`}`,
    ...(config.STORE_DEMO === 'off' ? [] : [`  Letters   ${config.PUBLIC_URL}/demo/mailbox`]),
    `  API       ${config.PUBLIC_URL}/api/docs`,
    '',
    '  Ctrl-C stops it.',
    '',
  ]
  if (!config.PUBLIC_URL.endsWith(`:${port}`)) lines.splice(2, 0, `  Listening on port ${port}`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

function accountLines(config: Config, generated: PreparedStore['passwords']): string[] {
  if (config.STORE_DEMO === 'off') return []
  const passwords = config.STORE_DEMO === 'on' ? DEMO_PASSWORDS : generated
  if (!passwords) return ['  The demo accounts keep the passwords that were printed at the first start.']
  return [
    `  Admin     ${config.ADMIN_EMAIL} · ${passwords.admin}`,
    `  Customer  grace@eternalbeauty.example · ${passwords.customer}`,
  ]
}
