import type { TimedTest } from './test-reports.ts'

const COUNT = 10

/** The slowest tests and files, so that a run stays fast. */
export function formatSlowest(tests: TimedTest[]): string {
  const byFile = new Map<string, number>()
  for (const { file, milliseconds } of tests) byFile.set(file, (byFile.get(file) ?? 0) + milliseconds)
  const files = [...byFile].map(([name, milliseconds]) => ({ name, milliseconds }))
  const named = tests.map(({ file, name, milliseconds }) => ({ name: `${file} › ${name}`, milliseconds }))
  return `Slowest tests:\n${formatLines(named)}\n\nSlowest files:\n${formatLines(files)}`
}

function formatLines(entries: { name: string; milliseconds: number }[]): string {
  return entries
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, COUNT)
    .map(({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`)
    .join('\n')
}
