import { expect, test } from 'vitest'
import { killApp, openFolder, start, startApp } from './stage.fixture.ts'

const inUseBy = (pid?: number) => `is in use by another Eternal Beauty (process ${pid}). Stop it first,`

test.concurrent('a second app on a data folder is refused, and told which process has it', async (t) => {
  const home = openFolder(t)
  const first = startApp(t, home)
  const { app } = await first.heard()
  const second = await startApp(t, home).heard()
  expect(second.cannotStart).toContain(`The data folder ${home} ${inUseBy(app)}`)
  await first.stop()
  expect((await startApp(t, home).heard()).url).toBeDefined()
})

test.concurrent('of several starts at one moment exactly one wins, also after an app was killed', async (t) => {
  const home = openFolder(t)
  for (const adopted of [false, true, true]) {
    const apps = [1, 2, 3].map(() => startApp(t, home))
    const heard = await Promise.all(apps.map((app) => app.heard()))
    const winners = heard.filter(({ url }) => url)
    expect(winners).toMatchObject([{ adopted }])
    const refusal = expect.stringContaining(inUseBy(winners[0]?.app))
    const refusals = heard.filter(({ url }) => !url).map(({ cannotStart }) => cannotStart)
    expect(refusals).toEqual([refusal, refusal])
    await Promise.all(apps.filter((_, index) => heard[index]?.url).map(killApp))
  }
})

test.concurrent('an app keeps its folder until it stops, also while its server is down', async (t) => {
  const home = openFolder(t)
  const first = await start(t, home)
  await expect(start(t, home)).rejects.toThrow(inUseBy(process.pid))
  process.kill(first.pid, 'SIGKILL')
  await first.stopped
  expect((await startApp(t, home).heard()).cannotStart).toContain(inUseBy(process.pid))

  const again = await start(t, home)
  expect(again).toMatchObject({ adopted: false, url: first.url })
  await first.stop()
  expect((await startApp(t, home).heard()).cannotStart).toContain(inUseBy(process.pid))
  await again.stop()
  expect((await startApp(t, home).heard()).url).toBeDefined()
})
