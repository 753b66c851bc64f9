import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '#server/http/security-headers.ts'
import { findPageProblems } from './payment-page-check.ts'

const POLICY = contentSecurityPolicy(["'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"])
const PAGE = { policy: POLICY, scripts: 9, foreignScripts: [], changedScripts: [] }

test('the page as the store sends it has no problems', () => {
  expect(findPageProblems(PAGE)).toEqual([])
})

test.for([
  [null, 'it has no content security policy'],
  [
    POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
    "its policy allows scripts from 'unsafe-inline'",
  ],
  [
    POLICY.replace("script-src 'self'", "script-src 'self' https://cdn.example"),
    'its policy allows scripts from https://cdn.example',
  ],
  [POLICY.replace("script-src 'self'", 'script-src *'), 'its policy allows scripts from *'],
  [POLICY.replace(/script-src[^;]*;/, ''), 'its policy doesn’t limit scripts'],
  [POLICY.replace("default-src 'none'", "default-src 'self'"), 'its policy allows what it doesn’t name'],
  [POLICY.replace("frame-ancestors 'none'", ''), 'other sites can show it in a frame'],
] as const)('a weakened policy is reported: %s', ([policy, problem]) => {
  expect(findPageProblems({ ...PAGE, policy })).toContain(problem)
})

test('scripts that were added or changed on the way are reported', () => {
  const page = {
    ...PAGE,
    foreignScripts: ['https://cdn.example/skim.js'],
    changedScripts: ['/assets/react.js'],
  }
  expect(findPageProblems(page)).toEqual([
    'it has a script from https://cdn.example/skim.js',
    '/assets/react.js isn’t the file of this release',
  ])
})
