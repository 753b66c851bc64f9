import { describe, expect, inject, test } from 'vitest'
import { createLog } from '#core/log.ts'
import { appUrls } from './app-urls.ts'

const silent = createLog('error', () => {})

describe('the URLs of the store’s role', () => {
  test('are as given if one role does everything', async () => {
    const one = { DATABASE_URL: 'postgres://shop@db.example/shop', DATABASE_DIRECT_URL: undefined }
    expect(await appUrls(one, silent)).toEqual(one)
    const pooled = { ...one, DATABASE_DIRECT_URL: 'postgres://shop@direct.example/shop' }
    expect(await appUrls(pooled, silent)).toEqual(pooled)
  })

  test('need no direct connection if only the role differs', async () => {
    const urls = {
      DATABASE_URL: 'postgres://shop:a@db.example/shop?sslmode=require',
      DATABASE_DIRECT_URL: 'postgres://owner:b@db.example/shop?sslmode=require',
    }
    expect(await appUrls(urls, silent)).toEqual({
      DATABASE_URL: urls.DATABASE_URL,
      DATABASE_DIRECT_URL: undefined,
    })
  })

  test('include a direct connection of its own behind a pooler', async () => {
    const app = inject('appServerUrl')
    const pooler = Object.assign(new URL(app), { host: 'pooler.example:6432' }).href
    expect(await appUrls({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: inject('serverUrl') }, silent)).toEqual(
      {
        DATABASE_URL: pooler,
        DATABASE_DIRECT_URL: app,
      },
    )
  })

  test('use the given direct connection if the pooler has users of its own, and the log says so', async () => {
    const lines: string[] = []
    const log = createLog('warn', (line) => lines.push(line))
    const urls = {
      DATABASE_URL: 'postgres://tenant.shop:secret-of-pooler@pooler.example:6432/shop',
      DATABASE_DIRECT_URL: inject('serverUrl'),
    }
    expect(await appUrls(urls, log)).toEqual(urls)
    expect(lines.join()).toContain('jobs use the role of DATABASE_DIRECT_URL')
    expect(lines.join()).not.toContain('secret-of-pooler')
  })
})
