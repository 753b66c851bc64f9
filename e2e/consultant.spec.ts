import type { Page } from '@playwright/test'
import { browserOptions } from '#scripts/find-browser.ts'
import { findAxeViolations } from './axe.ts'
import { consultantButton, consultantDialog, consultantLinks } from './consultant.ts'
import { waitForHydration } from './hydration.ts'
import { pauseClock } from './paused-clock.ts'
import { expect, test } from './test.ts'

const options = await browserOptions()
test.use({
  launchOptions: {
    ...options,
    args: [...(options.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

type CameraLog = { requests: MediaStreamConstraints[]; streams: MediaStream[]; delay?: Promise<void> }

/** Records the constraints and streams of Chromium's fake camera. */
async function openHome(page: Page, viewport = { width: 1440, height: 900 }) {
  await page.context().grantPermissions(['camera'])
  await page.setViewportSize(viewport)
  await page.addInitScript(() => {
    const cameraLog: CameraLog = { requests: [], streams: [] }
    Object.assign(window, { cameraLog })
    const media = navigator.mediaDevices
    const getUserMedia = media.getUserMedia.bind(media)
    media.getUserMedia = async (constraints = {}) => {
      cameraLog.requests.push(constraints)
      const stream = await getUserMedia(constraints)
      await cameraLog.delay
      cameraLog.streams.push(stream)
      return stream
    }
  })
  await page.goto('/')
  await waitForHydration(page)
}

const readCameraStates = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { cameraLog: CameraLog }).cameraLog.streams.map(
      (stream) => stream.getTracks()[0]?.readyState,
    ),
  )

test('the consultant shows a mirror, waits three seconds, recommends three products, and sends no picture', async ({
  page,
  store,
}) => {
  test.slow()
  const earlyRequests: string[] = []
  page.on('request', (request) => earlyRequests.push(request.url()))
  await openHome(page)
  expect(earlyRequests.filter((url) => /\/consultant/.test(url))).toEqual([])
  const requests: { url: string; body: unknown; method: string }[] = []
  page.on('request', (request) =>
    requests.push({ url: request.url(), body: request.postDataBuffer(), method: request.method() }),
  )
  await consultantButton(page).click()
  await expect(consultantDialog(page)).toContainText('This is a demo')
  await expect(consultantDialog(page)).toContainText('No picture leaves your device')
  const video = consultantDialog(page).getByLabel('Your camera')
  const size = () => video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight])
  await expect.poll(size).toEqual([640, 480])
  const requestedConstraints = await page.evaluate(
    () => (window as unknown as { cameraLog: CameraLog }).cameraLog.requests,
  )
  expect(requestedConstraints).toEqual([{ video: { width: 640, height: 480 }, audio: false }])

  await pauseClock(page)
  await consultantDialog(page).getByRole('button', { name: 'Analyze' }).click()
  await expect(consultantDialog(page).getByRole('status')).toHaveText('Analyzing…')
  await page.clock.runFor(2900)
  await expect(consultantLinks(page)).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(consultantLinks(page)).toHaveCount(3)
  await page.clock.resume()
  for (const link of await consultantLinks(page).all())
    await expect(link).toHaveAttribute('href', /^\/product\/[a-z0-9-]+$/)
  const firstRecommendations = await consultantLinks(page).allInnerTexts()
  expect(await findAxeViolations(page)).toEqual([])

  expect(requests.length).toBeGreaterThan(1)
  for (const { url, body, method } of requests) {
    expect([url, method, body]).toEqual([url, 'GET', null])
    expect(url.startsWith('blob:') || new URL(url).origin === store.url).toBe(true)
  }

  await consultantDialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(consultantDialog(page)).toBeHidden()
  await expect(consultantButton(page)).toBeFocused()
  expect(await readCameraStates(page)).toEqual(['ended'])
  await consultantButton(page).click()
  await expect(consultantDialog(page).getByRole('button', { name: 'Analyze' })).toBeVisible()
  await expect(consultantLinks(page)).toHaveCount(0)
  expect(await readCameraStates(page)).toEqual(['ended', 'live'])
  await consultantDialog(page).getByRole('button', { name: 'Analyze' }).click()
  await expect(consultantDialog(page).getByRole('status')).toHaveText('Analyzing…')
  await page.clock.fastForward(3000)
  await expect(consultantLinks(page)).toHaveCount(3)
  expect(await consultantLinks(page).allInnerTexts()).toEqual(firstRecommendations)
  await consultantLinks(page).first().click()
  await expect(page).toHaveURL(/\/product\/[a-z0-9-]+$/)
  expect(await readCameraStates(page)).toEqual(['ended', 'ended'])
})

test('the camera stops on Escape, on leaving the page, and when the tab is hidden', async ({ page }) => {
  test.slow()
  await openHome(page, { width: 390, height: 844 })
  await consultantButton(page).click()
  await expect.poll(() => readCameraStates(page)).toEqual(['live'])
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(consultantDialog(page)).toBeHidden()
  expect(await readCameraStates(page)).toEqual(['ended'])

  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page).toHaveURL(/\/categories$/)
  await page.goBack()
  await consultantButton(page).click()
  await expect.poll(() => readCameraStates(page)).toEqual(['ended', 'live'])
  await page.goForward()
  await expect(page).toHaveURL(/\/categories/)
  await expect.poll(() => readCameraStates(page)).toEqual(['ended', 'ended'])

  await page.goBack()
  await consultantButton(page).click()
  await expect.poll(() => readCameraStates(page)).toEqual(['ended', 'ended', 'live'])
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect((await readCameraStates(page)).at(-1)).toBe('ended')
  await expect(consultantDialog(page).getByRole('status')).toHaveText('Your camera is off.')
  await consultantDialog(page).getByRole('button', { name: 'Turn on camera' }).click()
  await expect.poll(() => readCameraStates(page)).toEqual(['ended', 'ended', 'ended', 'live'])
})

test('a camera that is allowed after the dialog closed is stopped', async ({ page }) => {
  await openHome(page)
  await page.evaluate(() => {
    const { cameraLog } = window as unknown as { cameraLog: CameraLog }
    cameraLog.delay = new Promise((resolve) => Object.assign(window, { allowCamera: resolve }))
  })
  await consultantButton(page).click()
  await expect(consultantDialog(page).getByRole('status')).toHaveText('Starting your camera…')
  await page.keyboard.press('Escape')
  await page.evaluate(() => (window as unknown as { allowCamera(): void }).allowCamera())
  await expect.poll(() => readCameraStates(page)).toEqual(['ended'])
})
