import { spawn, spawnSync } from 'node:child_process'

export type Target = {
  url: string
  /** The Cookie header of a signed-in customer and of an administrator. */
  cookies: { customer: string; admin: string }
  rateLimits: boolean
  /** An empty folder for the tools' reports. */
  folder: string
}

export type ToolRun = { title: string; command: string; findings: string[] }

export type Tool = {
  name: string
  /** The Debian package. */
  package: string
  version: [command: string, args: string[], pattern: RegExp]
  run(target: Target): Promise<ToolRun[]>
}

export type ToolOutput = { command: string; output: string; timedOut: boolean }

export async function runTool(command: string, args: string[], timeoutMs: number): Promise<ToolOutput> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const timer = setTimeout(() => child.kill(), timeoutMs)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  clearTimeout(timer)
  const shownArgs = args.map((arg) => (/[\s&?*{}'"|]/.test(arg) ? `'${arg}'` : arg))
  return { command: [command, ...shownArgs].join(' '), output, timedOut: child.killed }
}

/** Undefined if the tool is not installed. */
export function findVersion({ version: [command, args, pattern] }: Tool): string | undefined {
  const { error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  return error ? undefined : (pattern.exec(stdout + stderr)?.[0] ?? 'unknown version')
}
