import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { runTool, type Target, type Tool, type ToolRun } from './tool.ts'

// Without modules that call servers on the internet (ssrf, xxe, nikto, wapp).
const MODULES =
  'sql,blindsql,xss,permanentxss,exec,file,crlf,redirect,csrf,csp,cookieflags,http_headers,htaccess,methods,backup,shellshock'
const PATHS = {
  guest: [
    '/',
    '/search?q=serum',
    '/categories?category=Skincare',
    '/cart',
    '/checkout',
    '/login',
    '/signup',
    '/api/docs',
  ],
  customer: ['/profile', '/profile?tab=addresses', '/orders', '/checkout'],
  admin: [
    '/admin',
    '/admin/orders?q=grace',
    '/admin/products',
    '/admin/users',
    '/admin/settings',
    '/admin/uploads',
    '/admin/staff',
    '/admin/approvals',
    '/admin/audit?q=grace',
    '/admin/integrations',
    '/admin/products/import',
  ],
}
const SCAN_SECONDS = 45
const ATTACK_SECONDS = 8

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.array(z.object({ info: z.string(), path: z.string(), method: z.string() })),
  ),
  anomalies: z.record(
    z.string(),
    z.array(z.object({ info: z.string(), path: z.string(), method: z.string() })),
  ),
})

export const wapiti: Tool = {
  name: 'wapiti',
  package: 'wapiti',
  version: ['wapiti', ['--version'], /\d[\d.]+/],
  async run(target) {
    const roles = target.rateLimits ? (['guest'] as const) : (['guest', 'customer', 'admin'] as const)
    const runs: ToolRun[] = []
    for (const role of roles) runs.push(await scan(target, role))
    return runs
  },
}

async function scan(
  { url, cookies, rateLimits, folder }: Target,
  role: keyof typeof PATHS,
): Promise<ToolRun> {
  const title = `${role}, rate limits ${rateLimits ? 'on' : 'off'}`
  const report = path.join(folder, `wapiti-${role}-${rateLimits}.json`)
  const args = ['-u', `${url}/`, '--scope', 'domain', '-m', MODULES, '-d', '2', '--max-links-per-page', '25']
  args.push('--max-scan-time', String(SCAN_SECONDS), '--max-attack-time', String(ATTACK_SECONDS), '-t', '10')
  args.push('--flush-session', '--store-session', folder, '--no-bugreport', '-f', 'json', '-o', report)
  for (const start of PATHS[role]) args.push('-s', url + start)
  // The store refuses forms of another origin, so the tool tests pages only, and doesn’t sign out.
  if (role !== 'guest') args.push('-H', `Cookie: ${cookies[role]}`, '-H', 'Origin: https://other.example')
  const { command, output } = await runTool('wapiti', args, 900_000)
  const shownCommand = command.replaceAll(cookies.customer, '…').replaceAll(cookies.admin, '…')
  return { title, command: shownCommand, findings: readFindings(report, output) }
}

function readFindings(report: string, output: string): string[] {
  try {
    const { vulnerabilities, anomalies } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
    return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([category, entries]) =>
      entries.map(({ method, path, info }) => `${category}: ${method} ${path}: ${info}`),
    )
  } catch (error) {
    return [`No report: ${error instanceof Error ? error.message : error} ${output.slice(-300)}`]
  }
}
