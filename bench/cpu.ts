import { readdirSync, readFileSync } from 'node:fs'

const MICROSECONDS_PER_TICK = 10_000

/** CPU in microseconds of a process and its descendants, including exited ones. NaN on systems other than Linux. */
export function processTreeCpu(pid: number): number {
  const table = readProcessTable()
  const sumTree = (root: number): number => {
    const children = table.filter(({ parent }) => parent === root)
    const own = table.find((entry) => entry.pid === root)?.cpu ?? 0
    return children.reduce((sum, child) => sum + sumTree(child.pid), own)
  }
  return table.length ? sumTree(pid) : Number.NaN
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
