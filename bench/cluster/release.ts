import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CLUSTER_DIR } from '#scripts/cluster/layout.ts'

const FIRST_VERSION = 9000

/** A release of this store with two more migrations, both compatible with the one that runs. */
export function createRelease(): string {
  const folder = path.join(CLUSTER_DIR, 'release')
  const migrations = path.join(folder, 'db/migrations')
  const version = nextVersion(migrations)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.dirname(migrations), { recursive: true })
  for (const name of ['build', 'node_modules', 'media', 'package.json'])
    symlinkSync(path.resolve(name), path.join(folder, name))
  cpSync('db/migrations', migrations, { recursive: true })
  const write = (name: string, statement: string) =>
    writeFileSync(path.join(migrations, `${name}.sql`), `-- compatible\n${statement}\n`)
  write(`${version}_column`, `alter table orders add column release_${version} text not null default 'new';`)
  write(
    `${version + 1}_index`,
    `create index concurrently release_${version}_index on orders (release_${version}, id);`,
  )
  return folder
}

/** After those of an earlier release, which the database still has. */
function nextVersion(migrations: string): number {
  const names = existsSync(migrations)
    ? readdirSync(migrations)
        .filter((name) => /^\d/.test(name))
        .sort()
    : []
  return Math.max(FIRST_VERSION, Number.parseInt(names.at(-1) ?? '0', 10) + 1)
}
