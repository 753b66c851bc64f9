import type { Pool, PoolClient } from 'pg'
import { expect, test, vi } from 'vitest'
import { forgivingPool } from './forgiving-pool.ts'

function buildClient({ isStandby }: { isStandby: boolean }) {
  return { query: async () => ({ rows: [{ isStandby }] }), release: vi.fn() } as unknown as PoolClient
}

function listen(pool: Pool): Promise<{ client: PoolClient | undefined; release: (error?: Error) => void }> {
  return new Promise((resolve, reject) => {
    forgivingPool(pool).connect((error, client, release) =>
      error ? reject(error) : resolve({ client, release }),
    )
  })
}

test('the job runner listens as soon as a new primary accepts connections', async () => {
  const standby = buildClient({ isStandby: true })
  const primary = buildClient({ isStandby: false })
  const connect = vi.fn()
  connect.mockRejectedValueOnce(new Error('connect ECONNREFUSED'))
  connect.mockResolvedValueOnce(standby).mockResolvedValueOnce(primary)
  const { client, release } = await listen({ connect } as unknown as Pool)
  expect(client).toBe(primary)
  expect(standby.release).toHaveBeenCalledExactlyOnceWith(true)
  release()
  release()
  expect(primary.release).toHaveBeenCalledOnce()
})

test('a closed pool ends the attempts', async () => {
  const error = new Error('Cannot use a pool after calling end on the pool')
  const pool = { ending: true, connect: () => Promise.reject(error) } as unknown as Pool
  await expect(listen(pool)).rejects.toBe(error)
})
