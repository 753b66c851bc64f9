import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BenchStore, startBenchStore } from '../../../bench/bench-store.ts'
import { EXPLAINED_FINDINGS } from './explained-findings.ts'
import { ffuf } from './ffuf.ts'
import { slowhttptest } from './slowhttptest.ts'
import { sqlmap } from './sqlmap.ts'
import { testssl } from './testssl.ts'
import { findVersion, type Target, type Tool, type ToolRun } from './tool.ts'
import { wapiti } from './wapiti.ts'

const TOOLS = [ffuf, wapiti, testssl, slowhttptest, sqlmap]
const ACCOUNTS = {
  customer: ['/login', 'grace@eternalbeauty.example', 'beauty-grace'],
  admin: ['/admin/login', 'admin@eternalbeauty.example', 'beauty-admin'],
} as const

type Result = ToolRun & {
  tool: string
  version: string
  requests: number
  unexplained: string[]
  explained: string[]
}

/** `npm run attack -- tools [tool…]`: with rate limits, then without. Needs the tools; Debian has all of them. */
export async function runTools(selected: string[]): Promise<boolean> {
  const tools = TOOLS.filter(({ name }) => !selected.length || selected.includes(name))
  const missing = tools.filter((tool) => !findVersion(tool))
  if (missing.length) {
    console.error(`Install the tools first: apt-get install ${missing.map((tool) => tool.package).join(' ')}`)
    return false
  }
  const results: Result[] = []
  for (const rateLimits of [true, false]) results.push(...(await runPass(tools, rateLimits)))
  mkdirSync('.data', { recursive: true })
  writeFileSync('.data/attack-tools.json', JSON.stringify({ at: new Date().toISOString(), results }, null, 2))
  printResults(results)
  return results.every(({ unexplained }) => unexplained.length === 0)
}

async function runPass(tools: Tool[], rateLimits: boolean): Promise<Result[]> {
  const store = await startBenchStore({ env: { RATE_LIMITS: rateLimits ? 'on' : 'off', LOG_LEVEL: 'error' } })
  const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-attack-'))
  try {
    const url = store.url()
    const cookies = { customer: await signIn(url, 'customer'), admin: await signIn(url, 'admin') }
    const results: Result[] = []
    for (const tool of tools)
      results.push(...(await runOne(tool, store, { url, cookies, rateLimits, folder })))
    return results
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runOne(tool: Tool, store: BenchStore, target: Target): Promise<Result[]> {
  console.error(`${tool.name}, rate limits ${target.rateLimits ? 'on' : 'off'}…`)
  const requestsBefore = await countRequests(target.url)
  const outputBefore = store.first.output().length
  const runs = await tool.run(target)
  if (!runs.length) return []
  const requests = (await countRequests(target.url)) - requestsBefore
  const bugs = store.first.output().slice(outputBefore).split('\n').filter(Boolean)
  const version = findVersion(tool) ?? ''
  const allRuns = [...runs, { title: 'errors in the store’s log', command: '', findings: bugs }]
  return allRuns.map((run, index) => {
    const isExplained = (finding: string) =>
      EXPLAINED_FINDINGS.some((known) => known.tool === tool.name && known.finding.test(finding))
    const explained = run.findings.filter(isExplained)
    const unexplained = run.findings.filter((finding) => !isExplained(finding))
    return { ...run, tool: tool.name, version, requests: index ? 0 : requests, explained, unexplained }
  })
}

async function signIn(url: string, role: keyof typeof ACCOUNTS): Promise<string> {
  const [loginPath, email, password] = ACCOUNTS[role]
  const body = new URLSearchParams({ email, password })
  const headers = { origin: url }
  const response = await fetch(url + loginPath, { method: 'POST', headers, body, redirect: 'manual' })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (!cookies.some((cookie) => cookie?.startsWith('eb_session='))) throw new Error(`${role} can’t sign in`)
  return cookies.join('; ')
}

async function countRequests(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const counts = [...metrics.matchAll(/^http_request_seconds_count\{.*\} (\d+)/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

function printResults(results: Result[]): void {
  console.log('| tool | version | target | requests | findings | explained |\n|---|---|---|---|---|---|')
  for (const { tool, version, title, requests, unexplained, explained } of results) {
    const cells = [tool, version, title, requests || '', unexplained.length, explained.length]
    console.log(`| ${cells.join(' | ')} |`)
  }
  for (const { tool, title, unexplained } of results) {
    for (const finding of unexplained) console.error(`${tool} (${title}): ${finding.slice(0, 500)}`)
  }
}
