import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const TEST = /\.(test|spec)\.tsx?$/
/** They read the whole tree, in a few seconds. */
const TREE_CHECKS = [
  'scripts/architecture.test.ts',
  'scripts/language.test.ts',
  'scripts/specification/specification.test.ts',
]

type SourceFile = { file: string; text: string }

/** All source files of the working tree, with their text. */
export function readSources(): SourceFile[] {
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx')
  return files.flatMap((file) => {
    try {
      return [{ file, text: readFileSync(file, 'utf8') }]
    } catch {
      return []
    }
  })
}

/** Files that differ from the last commit. */
export function findChangedFiles(): string[] {
  const changed = git('diff', '--name-only', '-z', 'HEAD')
  return [...new Set([...changed, ...git('ls-files', '-z', '--others', '--exclude-standard')])]
}

/**
 * The changed tests, those in a changed file's folder or below it, and those that import a changed file directly or through
 * one other file. Pages are opened by their address, so imports don't lead from a page's tests to the page. `npm test` runs
 * all tests.
 */
export function findAffectedTests(changed: string[], sources: SourceFile[]): string[] {
  const importers = findImporters(sources)
  const reached = new Set(changed)
  for (const file of [...reached]) {
    for (const importer of importers.get(file) ?? []) {
      reached.add(importer)
      if (isHub(importer)) continue
      for (const next of importers.get(importer) ?? []) reached.add(next)
    }
  }
  const folders = changed.map((file) => path.posix.dirname(file)).filter((folder) => folder !== '.')
  return sources
    .map(({ file }) => file)
    .filter((file) => TEST.test(file))
    .filter((file) => {
      if (file.startsWith('e2e/')) return changed.includes(file)
      return (
        reached.has(file) ||
        TREE_CHECKS.includes(file) ||
        folders.some((folder) => file.startsWith(`${folder}/`))
      )
    })
}

/** Nearly every test imports these. */
const isHub = (file: string) => /^(test|server\/http)\//.test(file)

function findImporters(sources: SourceFile[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const { file, text } of sources)
    for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
      const imported = resolveImport(file, specifier)
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  return importers
}

function resolveImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  return undefined
}

/** Tests in these files or folders, and tests whose file contains these words. */
export function findRequestedTests(
  requests: string[],
  sources: SourceFile[],
): { files: string[]; words: string[] } {
  const tests = sources.filter(({ file }) => TEST.test(file))
  const isPath = (request: string) => tests.some(({ file }) => file.includes(request))
  const paths = requests.filter(isPath)
  const words = requests.filter((request) => !isPath(request))
  const matches = ({ file, text }: SourceFile) =>
    (paths.length === 0 || paths.some((request) => file.includes(request))) &&
    words.every((word) => text.toLowerCase().includes(word.toLowerCase()))
  return { files: tests.filter(matches).map(({ file }) => file), words }
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    .filter(Boolean)
}
