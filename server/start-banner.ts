import type { Config } from './config.ts'
import { DEMO_PASSWORDS, type PreparedStore } from './prepare-store.ts'

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
    ...(adminLink
      ? [`  Setup     ${adminLink}`, '            Create the first administrator here. The link works once.']
      : []),
    `  Data      ${config.embedded ? config.DATA_DIR : `your database; files in ${config.DATA_DIR}`}`,
    ...(config.STORE_DEMO === 'off' ? [] : [`  Emails    ${config.PUBLIC_URL}/demo/mailbox`]),
    `  API       ${config.PUBLIC_URL}/api/docs`,
    '',
    '  Press Ctrl-C to stop.',
    '',
  ]
  if (!config.PUBLIC_URL.endsWith(`:${port}`)) lines.splice(2, 0, `  Listening on port ${port}`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

function accountLines(config: Config, generated: PreparedStore['passwords']): string[] {
  if (config.STORE_DEMO === 'off') return []
  const passwords = config.STORE_DEMO === 'on' ? DEMO_PASSWORDS : generated
  if (!passwords) return ['  The demo accounts use the passwords printed at the first start.']
  return [
    `  Admin     ${config.ADMIN_EMAIL} · ${passwords.admin}`,
    `  Customer  grace@eternalbeauty.example · ${passwords.customer}`,
  ]
}
