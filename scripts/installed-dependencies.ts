import { readFileSync } from 'node:fs'
import { z } from 'zod'

type Package = { name: string; version: string }
export type Dependency = Package & {
  license: string
  integrity: string
  /** Named in package.json. */
  direct: boolean
  /** For one platform only. */
  optional: boolean
  requires: Package[]
}

const Names = z.record(z.string(), z.unknown()).default({})
const LockedPackage = z.object({
  version: z.string().default(''),
  license: z.string().default(''),
  integrity: z.string().default(''),
  optional: z.boolean().default(false),
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
})
type LockedPackage = z.infer<typeof LockedPackage>
const PackageLock = z.object({ packages: z.record(z.string(), LockedPackage) })

/** What package.json requires for running the store, and what that requires. npm sbom leaves out what is also required for tests. */
export function installedDependencies(): Dependency[] {
  const { packages } = PackageLock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const folders = new Set([''])
  // A folder that is added during the loop is visited too.
  for (const folder of folders)
    for (const required of requiredFolders(packages, folder)) folders.add(required)
  folders.delete('')
  const direct = new Set(requiredFolders(packages, ''))
  const describe = (folder: string): Package => ({
    name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: packages[folder]?.version ?? '',
  })
  return [...folders].sort().map((folder) => {
    const { license = '', integrity = '', optional = false } = packages[folder] ?? {}
    const requires = requiredFolders(packages, folder).map(describe)
    return { ...describe(folder), license, integrity, optional, direct: direct.has(folder), requires }
  })
}

function requiredFolders(packages: Record<string, LockedPackage>, folder: string): string[] {
  const locked = packages[folder]
  if (!locked) return []
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = locked
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
  return names.flatMap((name) => findFolder(packages, folder, name) ?? [])
}

/** Like Node.js, looks in the package's own node_modules first, then in those of its parents. */
function findFolder(packages: Record<string, unknown>, folder: string, name: string): string | undefined {
  const candidate = `${folder && `${folder}/`}node_modules/${name}`
  if (candidate in packages) return candidate
  if (!folder) return undefined
  return findFolder(packages, folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))), name)
}
