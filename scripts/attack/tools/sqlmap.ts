import path from 'node:path'
import { runTool, type Target, type Tool, type ToolRun } from './tool.ts'

type Role = 'guest' | 'customer' | 'admin'
/** sqlmap tests every parameter, and each place marked with an asterisk. */
type SqlTarget = { role: Role; path: string; json?: unknown; form?: string }

const ITEMS = [{ product_id: 'prd_1', quantity: 1 }]
const TARGETS: SqlTarget[] = [
  { role: 'guest', path: '/api/v1/products?category=Skincare&sort=price&q=serum&color=red&ids=a&cursor=x' },
  { role: 'guest', path: '/api/v1/search?q=serum&category=Skincare&min_price=1&max_price=9&sort=price' },
  { role: 'guest', path: '/api/v1/search/suggestions?q=se&region=US' },
  { role: 'guest', path: '/api/v1/products/prd_1*' },
  { role: 'guest', path: '/search?q=serum&category=Skincare' },
  { role: 'guest', path: '/categories?category=Skincare&color=red&sort=price' },
  {
    role: 'guest',
    path: '/api/v1/auth/token',
    json: { grant_type: 'password', email: 'a@b.example', password: 'x' },
  },
  { role: 'guest', path: '/api/v1/auth/recover', json: { email: 'a@b.example' } },
  { role: 'guest', path: '/api/v1/quote', json: { items: ITEMS, region: 'US', code: 'GLOW' } },
  { role: 'customer', path: '/api/v1/orders/EB100001*' },
  { role: 'customer', path: '/api/v1/orders?limit=5&cursor=x' },
  { role: 'customer', path: '/api/v1/cart/items', json: { product_id: 'prd_1', quantity: 1 } },
  { role: 'customer', path: '/profile?tab=orders' },
  { role: 'admin', path: '/admin/orders?q=grace&status=pending&sort=newest&cursor=x' },
  { role: 'admin', path: '/admin/products?q=serum&category=Skincare&sort=name' },
  { role: 'admin', path: '/admin/users?q=grace&sort=name' },
  { role: 'admin', path: '/api/v1/admin/profiles?limit=5&cursor=x' },
  { role: 'admin', path: '/api/v1/admin/analytics?days=30' },
  { role: 'admin', path: '/api/v1/storage/admin-uploads?prefix=a&limit=5&offset=0&sort=name' },
  { role: 'admin', path: '/admin/audit?q=grace&sort=newest&cursor=x&view=reads' },
  { role: 'admin', path: '/admin/staff?q=grace&sort=newest&cursor=x' },
  { role: 'admin', path: '/admin/approvals?show=done&export=orders&cursor=x' },
  { role: 'admin', path: '/admin/integrations/whk_1*' },
  { role: 'admin', path: '/api/v1/admin/audit-log/personal-data-reads?limit=5&cursor=x' },
  { role: 'admin', path: '/api/v1/admin/products/imports/imp_1*' },
]

const TIMEOUT_MS = 150_000
const CLEAN = /all tested parameters do not appear to be injectable/i
const INJECTION = /identified the following injection point/i

export const sqlmap: Tool = {
  name: 'sqlmap',
  package: 'sqlmap',
  version: ['sqlmap', ['--version'], /[\d.]+/],
  async run(target) {
    if (target.rateLimits) return []
    const runs: ToolRun[] = []
    for (const sqlTarget of TARGETS) runs.push(await attack(target, sqlTarget))
    return runs
  },
}

async function attack(
  { url, cookies, folder }: Target,
  { role, path: urlPath, json }: SqlTarget,
): Promise<ToolRun> {
  const args = ['-u', url + urlPath, '--batch', '--level=2', '--risk=2', '--dbms=postgresql', '--threads=4']
  args.push(
    '--flush-session',
    '--ignore-code=*',
    '--answers=follow=N',
    `--output-dir=${path.join(folder, 'sqlmap')}`,
  )
  if (json) args.push('--data', JSON.stringify(json), '-H', 'Content-Type: application/json')
  if (role !== 'guest') args.push('-H', `Cookie: ${cookies[role]}`, '--skip=Cookie')
  const { command, output, timedOut } = await runTool('sqlmap', args, TIMEOUT_MS)
  const findings: string[] = []
  if (INJECTION.test(output)) findings.push(`SQL injection in ${urlPath}`)
  else if (!CLEAN.test(output) && !timedOut)
    findings.push(`No result for ${urlPath}: ${output.trim().slice(-200)}`)
  const title = `${urlPath} as ${role}${timedOut ? ' (stopped by the time limit)' : ''}`
  return {
    title,
    command: command.replaceAll(cookies.customer, '…').replaceAll(cookies.admin, '…'),
    findings,
  }
}
