import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { type Dependency, installedDependencies } from './installed-dependencies.ts'

/** `npm run dependencies` lists what the store is installed with in docs/dependencies.md. */
const ALLOWED_LICENSES = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
]
// Loaded as separate libraries, so their license doesn't extend to the store.
const SEPARATE_LIBRARIES = /^@img\/sharp-/

export function isAllowed({ name, license }: Pick<Dependency, 'name' | 'license'>): boolean {
  return license
    .split(' AND ')
    .every(
      (part) =>
        ALLOWED_LICENSES.includes(part) || (part === 'LGPL-3.0-or-later' && SEPARATE_LIBRARIES.test(name)),
    )
}

export function dependencyDocument(dependencies: Dependency[]): string {
  const rows = (direct: boolean) =>
    dependencies
      .filter((dependency) => dependency.direct === direct)
      .map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`)
      .join('\n')
  return `# Dependencies

The packages that the store runs with, from \`package-lock.json\`. \`npm run dependencies\` writes this file. A test fails if it is out of date, or if a license isn't on the list in \`scripts/dependencies.ts\`.
Each build also writes \`build/sbom.json\`, a bill of materials in CycloneDX format: the same packages with their hashes, and which of them requires which.

The LGPL libraries, for pictures, are separate files that the store loads unchanged.

## Chosen by the store

| package | version | license |
|---|---|---|
${rows(true)}

## Required by those

| package | version | license |
|---|---|---|
${rows(false)}
`
}

const PackageFile = z.object({ name: z.string(), version: z.string(), license: z.string() })

/** Without a time and a serial number, so that the same sources have the same bill of materials. */
export function billOfMaterials(dependencies: Dependency[]): object {
  const { name, version, license } = PackageFile.parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const root = purl(name, version)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        'bom-ref': root,
        ...{ type: 'application', name, version, purl: root, licenses: [licenseOf(license)] },
      },
    },
    components: dependencies.map((dependency) => ({
      'bom-ref': purl(dependency.name, dependency.version),
      ...{ type: 'library', name: dependency.name, version: dependency.version },
      scope: dependency.optional ? 'optional' : 'required',
      purl: purl(dependency.name, dependency.version),
      licenses: [licenseOf(dependency.license)],
      hashes: [{ alg: 'SHA-512', content: toHex(dependency.integrity) }],
    })),
    dependencies: [
      {
        ref: root,
        dependsOn: dependencies
          .filter(({ direct }) => direct)
          .map(toPurl)
          .sort(),
      },
      ...dependencies.map((dependency) => ({
        ref: toPurl(dependency),
        dependsOn: dependency.requires.map(toPurl).sort(),
      })),
    ],
  }
}

const purl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`
const toPurl = ({ name, version }: { name: string; version: string }) => purl(name, version)
const licenseOf = (license: string) =>
  license.includes(' ') ? { expression: license } : { license: { id: license } }
const toHex = (integrity: string) => Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')

if (import.meta.main) writeFileSync('docs/dependencies.md', dependencyDocument(installedDependencies()))
