import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '#server/http/security-headers.ts'
import { findPageProblems } from './payment-page-check.ts'

const HASH = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
const TARGETS = ['https://checkout.stripe.com']
const isTarget = (source: string) => TARGETS.includes(source)
const POLICY = contentSecurityPolicy([HASH], { styleHashes: [HASH], formTargets: TARGETS })
const USUAL = contentSecurityPolicy([])
const PAGE = { policy: POLICY, usualPolicy: USUAL, scripts: 9, foreignScripts: [], changedScripts: [] }

test('the page as the store sends it has no problems', () => {
  expect(findPageProblems(PAGE, isTarget)).toEqual([])
})

test.for([
  [null, 'it has no content security policy'],
  [
    POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
    "its policy has 'unsafe-inline' in script-src",
  ],
  [
    POLICY.replace("script-src 'self'", "script-src 'self' https://cdn.example"),
    'its policy has https://cdn.example in script-src',
  ],
  [POLICY.replace("script-src 'self'", 'script-src *'), 'its policy has * in script-src'],
  [POLICY.replace(/script-src[^;]*;/, ''), 'its policy has no script-src'],
  [POLICY.replace("default-src 'none'", "default-src 'self'"), "its policy has 'self' in default-src"],
  [POLICY.replace("connect-src 'self'", 'connect-src *'), 'its policy has * in connect-src'],
  [POLICY.replace("form-action 'self'", 'form-action https:'), 'its policy has https: in form-action'],
  [POLICY.replace("base-uri 'none'", ''), 'its policy has no base-uri'],
  [POLICY.replace("frame-ancestors 'none'", ''), 'its policy has no frame-ancestors'],
] as const)('a weakened policy is reported: %s', ([policy, problem]) => {
  expect(findPageProblems({ ...PAGE, policy }, isTarget)).toEqual([problem])
})

test('scripts that were added or changed on the way are reported', () => {
  const page = {
    ...PAGE,
    foreignScripts: ['https://cdn.example/skim.js'],
    changedScripts: ['/assets/react.js'],
  }
  expect(findPageProblems(page, isTarget)).toEqual([
    'it has a script from https://cdn.example/skim.js',
    '/assets/react.js isn’t a file of this release',
  ])
})
