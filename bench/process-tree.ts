import { readdirSync, readFileSync } from 'node:fs'

const MICROSECONDS_PER_TICK = 10_000

/** CPU in microseconds of a process and its descendants, including exited ones. NaN on systems other than Linux. */
export function processTreeCpu(pid: number): number {
  return sumTree(pid, ({ cpu }) => cpu)
}

/** Memory in bytes of a process and its descendants. What several processes share is divided among them. */
export function processTreeMemory(pid: number): number {
  return sumTree(pid, (process) => readMemory(process.pid))
}

export function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}

function sumTree(root: number, measure: (process: ProcessStat) => number): number {
  const tree = readProcessTree(root)
  return tree.length ? tree.reduce((sum, process) => sum + measure(process), 0) : Number.NaN
}

function readProcessTree(root: number): ProcessStat[] {
  const table = readProcessTable()
  const withDescendants = (stat: ProcessStat): ProcessStat[] => [
    stat,
    ...table.filter(({ parent }) => parent === stat.pid).flatMap(withDescendants),
  ]
  return table.filter(({ pid }) => pid === root).flatMap(withDescendants)
}

function readMemory(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return 1024 * Number(/^Pss: +(\d+) kB$/m.exec(rollup)?.[1])
  } catch {
    // The process has exited.
    return 0
  }
}

type ProcessStat = { pid: number; parent: number; cpu: number }

function readProcessTable(): ProcessStat[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcessStat(Number(name)) : []))
  } catch {
    return []
  }
}

function readProcessStat(pid: number): ProcessStat[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    // User and system time, of the process and of its exited children.
    const ticks = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0)
    return [{ pid, parent: fields[1] ?? 0, cpu: ticks * MICROSECONDS_PER_TICK }]
  } catch {
    return []
  }
}
