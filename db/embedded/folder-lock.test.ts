import { expect, test } from 'vitest'
import { createTempFolder, killApp, startApp, startPostgres } from './test-apps.fixture.ts'

const inUseMessage = (pid?: number) => `is in use by another Eternal Beauty (process ${pid}). Stop it first,`

test.concurrent('a second app on a data folder fails and names the process that uses it', async (t) => {
  const home = createTempFolder(t)
  const first = startApp(t, home)
  const { app } = await first.readMessage()
  const second = await startApp(t, home).readMessage()
  expect(second.cannotStart).toContain(`The data folder ${home} ${inUseMessage(app)}`)
  await first.stop()
  expect((await startApp(t, home).readMessage()).url).toBeDefined()
})

test.concurrent('of several concurrent starts exactly one succeeds, even after an app was killed', async (t) => {
  const home = createTempFolder(t)
  for (const adopted of [false, true, true]) {
    const apps = [1, 2, 3].map(() => startApp(t, home))
    const messages = await Promise.all(apps.map((app) => app.readMessage()))
    const winners = messages.filter(({ url }) => url)
    expect(winners).toMatchObject([{ adopted }])
    const refusal = expect.stringContaining(inUseMessage(winners[0]?.app))
    const refusals = messages.filter(({ url }) => !url).map(({ cannotStart }) => cannotStart)
    expect(refusals).toEqual([refusal, refusal])
    await Promise.all(apps.filter((_, index) => messages[index]?.url).map(killApp))
  }
})

test.concurrent('an app keeps its folder until it stops, even while its server is down', async (t) => {
  const home = createTempFolder(t)
  const first = await startPostgres(t, home)
  await expect(startPostgres(t, home)).rejects.toThrow(inUseMessage(process.pid))
  process.kill(first.pid, 'SIGKILL')
  await first.stopped
  expect((await startApp(t, home).readMessage()).cannotStart).toContain(inUseMessage(process.pid))

  const restarted = await startPostgres(t, home)
  expect(restarted).toMatchObject({ adopted: false, url: first.url })
  await first.stop()
  expect((await startApp(t, home).readMessage()).cannotStart).toContain(inUseMessage(process.pid))
  await restarted.stop()
  expect((await startApp(t, home).readMessage()).url).toBeDefined()
})
