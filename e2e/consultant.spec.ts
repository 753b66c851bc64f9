import type { Page } from '@playwright/test'
import { browserOptions } from '#scripts/find-browser.ts'
import { violations } from './axe.ts'
import { button, dialog, links } from './consultant.ts'
import { started } from './started.ts'
import { expect, test } from './test.ts'

const options = await browserOptions()
test.use({
  launchOptions: {
    ...options,
    args: [...(options.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

type Watched = { asked: MediaStreamConstraints[]; given: MediaStream[]; hold?: Promise<void> }

/** Chromium's own fake camera, with a note of what was asked of it and given. */
async function openHome(page: Page, viewport = { width: 1440, height: 900 }) {
  await page.context().grantPermissions(['camera'])
  await page.setViewportSize(viewport)
  await page.addInitScript(() => {
    const watched: Watched = { asked: [], given: [] }
    Object.assign(window, { watched })
    const media = navigator.mediaDevices
    const real = media.getUserMedia.bind(media)
    media.getUserMedia = async (constraints = {}) => {
      watched.asked.push(constraints)
      const stream = await real(constraints)
      await watched.hold
      watched.given.push(stream)
      return stream
    }
  })
  await page.goto('/')
  await started(page)
}

const cameras = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { watched: Watched }).watched.given.map(
      (stream) => stream.getTracks()[0]?.readyState,
    ),
  )

test('a mirror, three seconds, three products; no picture leaves, and nothing stays', async ({
  page,
  store,
}) => {
  test.slow()
  const early: string[] = []
  page.on('request', (request) => early.push(request.url()))
  await openHome(page)
  expect(early.filter((url) => /\/consultant/.test(url))).toEqual([])
  const sent: { url: string; body: unknown; method: string }[] = []
  page.on('request', (request) =>
    sent.push({ url: request.url(), body: request.postDataBuffer(), method: request.method() }),
  )
  await button(page).click()
  await expect(dialog(page)).toContainText('This is a demonstration')
  await expect(dialog(page)).toContainText('No picture leaves your device')
  const video = dialog(page).getByLabel('Your camera')
  const size = () => video.evaluate((one: HTMLVideoElement) => [one.videoWidth, one.videoHeight])
  await expect.poll(size).toEqual([640, 480])
  const asked = await page.evaluate(() => (window as unknown as { watched: Watched }).watched.asked)
  expect(asked).toEqual([{ video: { width: 640, height: 480 }, audio: false }])

  const began = Date.now()
  await dialog(page).getByRole('button', { name: 'Analyze' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText('Analyzing …')
  await expect(links(page)).toHaveCount(3)
  expect(Date.now() - began).toBeGreaterThanOrEqual(2900)
  for (const link of await links(page).all()) await expect(link).toHaveAttribute('href', /^\/product\/prd_/)
  const first = await links(page).allInnerTexts()
  expect(await violations(page)).toEqual([])

  expect(sent.length).toBeGreaterThan(1)
  for (const { url, body, method } of sent) {
    expect([url, method, body]).toEqual([url, 'GET', null])
    expect(url.startsWith('blob:') || new URL(url).origin === store.url).toBe(true)
  }

  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(button(page)).toBeFocused()
  expect(await cameras(page)).toEqual(['ended'])
  await button(page).click()
  await expect(dialog(page).getByRole('button', { name: 'Analyze' })).toBeVisible()
  await expect(links(page)).toHaveCount(0)
  expect(await cameras(page)).toEqual(['ended', 'live'])
  await dialog(page).getByRole('button', { name: 'Analyze' }).click()
  await expect(links(page)).toHaveCount(3)
  expect(await links(page).allInnerTexts()).toEqual(first)
  await links(page).first().click()
  await expect(page).toHaveURL(/\/product\/prd_/)
  expect(await cameras(page)).toEqual(['ended', 'ended'])
})

test('the camera stops by Escape, when the page is left, and when the tab is hidden', async ({ page }) => {
  test.slow()
  await openHome(page, { width: 390, height: 844 })
  await button(page).click()
  await expect.poll(() => cameras(page)).toEqual(['live'])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  expect(await cameras(page)).toEqual(['ended'])

  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page).toHaveURL(/\/categories$/)
  await page.goBack()
  await button(page).click()
  await expect.poll(() => cameras(page)).toEqual(['ended', 'live'])
  await page.goForward()
  await expect(page).toHaveURL(/\/categories/)
  await expect.poll(() => cameras(page)).toEqual(['ended', 'ended'])

  await page.goBack()
  await button(page).click()
  await expect.poll(() => cameras(page)).toEqual(['ended', 'ended', 'live'])
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect((await cameras(page)).at(-1)).toBe('ended')
  await expect(dialog(page).getByRole('status')).toHaveText('Your camera is off.')
  await dialog(page).getByRole('button', { name: 'Turn the camera on' }).click()
  await expect.poll(() => cameras(page)).toEqual(['ended', 'ended', 'ended', 'live'])
})

test('a camera that is let in after the place was left is sent away', async ({ page }) => {
  await openHome(page)
  await page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched }
    watched.hold = new Promise((resolve) => Object.assign(window, { letIn: resolve }))
  })
  await button(page).click()
  await expect(dialog(page).getByRole('status')).toHaveText('Waiting for your camera …')
  await page.keyboard.press('Escape')
  await page.evaluate(() => (window as unknown as { letIn(): void }).letIn())
  await expect.poll(() => cameras(page)).toEqual(['ended'])
})
