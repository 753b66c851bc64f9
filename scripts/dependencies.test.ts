import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { billOfMaterials, dependencyDocument, isAllowed } from './dependencies.ts'
import { installedDependencies } from './installed-dependencies.ts'

const dependencies = installedDependencies()

test('every package that the store runs with is listed, with a license that allows commercial use', () => {
  expect(dependencies.filter((dependency) => !isAllowed(dependency))).toEqual([])
  expect(
    readFileSync('docs/dependencies.md', 'utf8'),
    'Check what is new, then run npm run dependencies',
  ).toBe(dependencyDocument(dependencies))
})

test('the list has what the store requires, directly or not, and no package for tests', () => {
  const names = dependencies.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['react', 'pg', 'pg-protocol', '@img/sharp-linux-x64']))
  expect(names).not.toEqual(expect.arrayContaining(['vitest']))
  expect(names.filter((name) => /playwright|typescript|vite$/.test(name))).toEqual([])
  for (const { name, version, integrity } of dependencies)
    expect([name, version, integrity]).toEqual([
      name,
      expect.stringMatching(/^\d+\./),
      expect.stringMatching(/^sha512-/),
    ])
})

test.for([
  ['MIT', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['GPL-3.0-only', false],
  ['SEE LICENSE IN EULA', false],
  ['', false],
] as const)('the license “%s” is allowed: %s', ([license, allowed]) => {
  expect(isAllowed({ name: 'new-package', license })).toBe(allowed)
})

test('the build has a bill of materials in which every reference is defined once', () => {
  const sbom = JSON.parse(readFileSync('build/sbom.json', 'utf8'))
  expect(sbom).toEqual(billOfMaterials(dependencies))
  const references: string[] = sbom.components.map((component: { 'bom-ref': string }) => component['bom-ref'])
  const root = sbom.metadata.component['bom-ref']
  expect(new Set(references).size).toBe(references.length)
  expect(sbom.dependencies.map(({ ref }: { ref: string }) => ref)).toEqual([root, ...references])
  for (const { dependsOn } of sbom.dependencies) expect(references).toEqual(expect.arrayContaining(dependsOn))
  for (const { hashes } of sbom.components) expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/)
})
