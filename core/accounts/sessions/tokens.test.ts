import { describe, expect, test } from 'vitest'
import { hashToken, isToken, newToken, nextToken, tokenStatus } from './tokens.ts'

describe('a token', () => {
  const NOW = new Date('2026-11-20T13:00:00Z')
  const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)
  const used = {
    expiresAt: minutes(60),
    successor: 'x',
    succeededAt: minutes(-1),
    successorUsedAt: minutes(-0.5),
  }

  test('is random, and its hash and successor are tokens too', () => {
    const tokens = Array.from({ length: 50 }, newToken)
    expect(new Set(tokens).size).toBe(50)
    for (const token of tokens.flatMap((each) => [each, hashToken(each), nextToken(each, 'secret')]))
      expect(isToken(token)).toBe(true)
    for (const other of ['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}%`, `${'x'.repeat(43)}\n`])
      expect(isToken(other)).toBe(false)
  })

  test('has one successor, which nobody without the secret can compute', () => {
    expect(nextToken('a', 'secret')).toBe(nextToken('a', 'secret'))
    expect(new Set([nextToken('a', 'secret'), nextToken('b', 'secret'), nextToken('a', 'other')]).size).toBe(
      3,
    )
  })

  test('works until it expires, also after its successor was issued but not used', () => {
    expect(tokenStatus({ ...used, successorUsedAt: null }, NOW)).toBe('good')
    expect(
      tokenStatus({ expiresAt: minutes(1), successor: null, succeededAt: null, successorUsedAt: null }, NOW),
    ).toBe('good')
    expect(tokenStatus({ ...used, expiresAt: NOW }, NOW)).toBe('expired')
  })

  test('was stolen if it is used more than a minute after its successor was issued and used', () => {
    expect(tokenStatus({ ...used, succeededAt: minutes(-0.9) }, NOW)).toBe('good')
    expect(tokenStatus(used, NOW)).toBe('stolen')
    expect(tokenStatus({ ...used, succeededAt: minutes(-30) }, NOW)).toBe('stolen')
    expect(tokenStatus({ ...used, succeededAt: minutes(-30), expiresAt: minutes(-1) }, NOW)).toBe('expired')
  })
})
