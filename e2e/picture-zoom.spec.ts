import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const opener = (page: Page, index = 0) =>
  page
    .getByRole('list', { name: /^Pictures of/ })
    .getByRole('link')
    .nth(index)

async function openViewer(page: Page): Promise<{ viewer: Locator; frame: Locator; picture: Locator }> {
  await page.goto('/product/satin-lipstick-mulberry')
  await waitForHydration(page)
  await opener(page).click()
  const viewer = page.getByRole('dialog', { name: /^Pictures of/ })
  const picture = viewer.getByRole('img')
  await expect(picture).toBeVisible()
  return { viewer, frame: viewer.getByRole('group'), picture }
}

const boxOf = async (locator: Locator) =>
  (await locator.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN }

const widthOf = async (picture: Locator) => Math.round((await boxOf(picture)).width)

test('a click doubles the picture around that point, and only then loads its largest size', async ({
  page,
}) => {
  const largestSizes: string[] = []
  page.on('request', (request) => {
    if (/-1600\.(avif|webp)$/.test(request.url())) largestSizes.push(request.url())
  })
  const { viewer, picture } = await openViewer(page)
  await expect(viewer.getByRole('button', { name: 'Zoom' })).toHaveAttribute('aria-pressed', 'false')
  expect(largestSizes).toEqual([])
  expect(await findAxeViolations(page)).toEqual([])
  const fitted = await boxOf(picture)
  const point = { x: fitted.x + fitted.width * 0.4, y: fitted.y + fitted.height * 0.6 }
  await page.mouse.click(point.x, point.y)
  await expect.poll(() => widthOf(picture)).toBe(Math.round(fitted.width * 2))
  const enlarged = await boxOf(picture)
  expect(Math.abs(enlarged.y + enlarged.height * 0.6 - point.y)).toBeLessThan(3)
  await expect.poll(() => largestSizes.length).toBe(1)
  await expect(viewer.getByRole('button', { name: 'Zoom' })).toHaveAttribute('aria-pressed', 'true')
  await expect(viewer.getByRole('group', { name: 'Enlarged picture' })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.mouse.click(point.x, point.y)
  await expect.poll(() => widthOf(picture)).toBe(Math.round(fitted.width))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true })

  test('the button enlarges the center of the picture', async ({ page }) => {
    const { viewer, frame, picture } = await openViewer(page)
    const fitted = await widthOf(picture)
    await viewer.getByRole('button', { name: 'Zoom' }).tap()
    await expect.poll(() => widthOf(picture)).toBe(fitted * 2)
    const center = ({ x, y, width, height }: Awaited<ReturnType<typeof boxOf>>) => [
      x + width / 2,
      y + height / 2,
    ]
    const [across = 0, down = 0] = center(await boxOf(picture))
    const [middle = 0, half = 0] = center(await boxOf(frame))
    expect(Math.abs(across - middle)).toBeLessThan(2)
    expect(Math.abs(down - half)).toBeLessThan(2)
  })
})

test('an enlarged picture is dragged, and stays enlarged', async ({ page }) => {
  const { viewer, picture } = await openViewer(page)
  await picture.click()
  await expect(viewer.getByRole('group', { name: 'Enlarged picture' })).toBeVisible()
  const before = await boxOf(picture)
  await page.mouse.move(640, 400)
  await page.mouse.down()
  await page.mouse.move(640, 340, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await boxOf(picture)).y)).toBe(Math.round(before.y - 60))
  expect(await widthOf(picture)).toBe(Math.round(before.width))
  await expect(viewer.getByRole('status')).toHaveText('1 of 4')
})

test('Enter, arrow keys, plus, and minus enlarge and move it, and Escape leaves the zoom before the pictures', async ({
  page,
}) => {
  const { viewer, frame, picture } = await openViewer(page)
  const fitted = await widthOf(picture)
  await expect(viewer.getByRole('button', { name: 'Zoom' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => widthOf(picture)).toBe(fitted * 2)
  const top = () => frame.evaluate(({ scrollTop }) => scrollTop)
  const start = await top()
  await page.keyboard.press('ArrowDown')
  expect(await top()).toBeGreaterThan(start)
  await page.keyboard.press('ArrowUp')
  expect(await top()).toBe(start)
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('status')).toHaveText('1 of 4')
  for (let press = 0; press < 5; press++) await page.keyboard.press('+')
  await expect.poll(() => widthOf(picture)).toBe(fitted * 3)
  await page.keyboard.press('-')
  await expect.poll(() => widthOf(picture)).toBe(Math.round(fitted * 2.5))
  await page.keyboard.press('Escape')
  await expect.poll(() => widthOf(picture)).toBe(fitted)
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('status')).toHaveText('2 of 4')
  await frame.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => widthOf(picture)).toBe(fitted * 2)
  await page.keyboard.press('Escape')
  await expect(frame).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(opener(page)).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('two fingers enlarge the picture, and then one moves it without changing pictures', async ({
    page,
    context,
  }) => {
    const { viewer, picture } = await openViewer(page)
    const session = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [x: number, y: number][]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      })
    await touch('touchStart', [175, 450])
    await touch('touchStart', [175, 450], [215, 450])
    for (const spread of [10, 20, 30]) await touch('touchMove', [175 - spread, 450], [215 + spread, 450])
    await touch('touchEnd')
    await expect.poll(() => widthOf(picture)).toBeGreaterThan(390 * 2)
    await expect(viewer.getByRole('group', { name: 'Enlarged picture' })).toBeVisible()
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
    const { x } = await boxOf(picture)
    await touch('touchStart', [300, 450])
    for (const to of [260, 220, 180]) await touch('touchMove', [to, 450])
    await touch('touchEnd')
    expect((await boxOf(picture)).x).toBeLessThan(x - 60)
    await expect(viewer.getByRole('status')).toHaveText('1 of 4')
    expect(await findAxeViolations(page)).toEqual([])
    await picture.tap({ position: { x: 400, y: 500 } })
    await expect.poll(() => widthOf(picture)).toBe(390)
    await expect(viewer.getByRole('status')).toHaveText('1 of 4')
  })
})
