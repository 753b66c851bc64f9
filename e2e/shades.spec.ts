import type { Page } from '@playwright/test'
import { findAxeViolations, findOverflow } from './axe.ts'
import { createShades } from './family.ts'
import { waitForHydration } from './hydration.ts'
import { createIsolatedTest } from './isolated-store.ts'
import { expect, type Store } from './test.ts'

/** Other tests compare the pages with the demo's products. */
const test = createIsolatedTest()

const createLipstick = (store: Store) =>
  createShades(store, {
    name: 'Browser Lipstick',
    shades: [
      { name: 'Mulberry', color: '#6b2a4a' },
      { name: 'Coral', color: '#ff7f50', price: 4200 },
      { name: 'Fig', color: '#f3e4dc', stock: 0 },
    ],
  })

const shadeLink = (page: Page, name: string) =>
  page.getByRole('group', { name: /^Shade/ }).getByRole('link', { name, exact: true })

/** Whether this is still the document that was loaded first. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { isFirst: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isFirst' in window)

test('a shade is chosen with Tab and Enter in place, focus stays, and Back returns to the one before', async ({
  page,
  store,
}) => {
  const [mulberry = '', coral = '', fig = ''] = await createLipstick(store)
  await page.goto(mulberry)
  await waitForHydration(page)
  await markDocument(page)
  await shadeLink(page, 'Mulberry').focus()
  const scrollTop = await page.evaluate(() => scrollY)
  await page.keyboard.press('Tab')
  await expect(shadeLink(page, 'Coral')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(coral)
  await expect(page.getByRole('group', { name: 'Shade: Coral' })).toBeVisible()
  await expect(page).toHaveTitle('Browser Lipstick, Coral · Eternal Beauty')
  await expect(page.getByRole('main')).toContainText('$42.00')
  await expect(shadeLink(page, 'Coral')).toBeFocused()
  await expect(shadeLink(page, 'Coral')).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(fig)
  await expect(shadeLink(page, 'Fig , sold out')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Sold out Browser Lipstick, Fig' })).toBeDisabled()
  expect(await page.evaluate(() => scrollY)).toBe(scrollTop)
  expect(await findAxeViolations(page)).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL(coral)
  await expect(page.getByRole('button', { name: 'Add to cart Browser Lipstick, Coral' })).toBeEnabled()
  expect(await isMarked(page)).toBe(true)
})

/** The animations of the cross-fade, from a click until it ends. */
const countFades = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let fades = 0
        const start = document.startViewTransition.bind(document)
        document.startViewTransition = (update) => {
          const transition = start(update)
          transition.ready.then(() => {
            fades = document
              .getAnimations()
              .filter(
                ({ effect }) =>
                  effect instanceof KeyframeEffect && /view-transition/.test(effect.pseudoElement ?? ''),
              ).length
          })
          transition.finished.then(() => resolve(fades))
          return transition
        }
        const links = document.querySelectorAll<HTMLElement>('fieldset a')
        links[1]?.click()
      }),
  )

for (const [reducedMotion, fades] of [
  ['no-preference', true],
  ['reduce', false],
] as const) {
  test(`with the motion preference ${reducedMotion}, the pictures ${fades ? 'cross-fade' : 'change at once'}`, async ({
    page,
    store,
  }) => {
    const [mulberry = '', coral = ''] = await createLipstick(store)
    await page.emulateMedia({ reducedMotion })
    await page.goto(mulberry)
    await waitForHydration(page)
    expect((await countFades(page)) > 0).toBe(fades)
    await expect(page).toHaveURL(coral)
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('200 shades wrap, and each is large enough to tap', async ({ page, store }) => {
    const shades = Array.from({ length: 200 }, (_, index) => ({
      name: `A shade with the long name number ${index}`,
      color: `#a0${String(index).padStart(4, '0')}`,
    }))
    const [first = ''] = await createShades(store, { name: 'Browser Foundation', shades })
    await page.goto(first)
    expect(await findOverflow(page)).toBe(0)
    const boxes = await page
      .getByRole('group', { name: /^Shade/ })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON()))
    expect(boxes).toHaveLength(200)
    expect(boxes.filter(({ width, height }) => width < 44 || height < 44)).toEqual([])
    expect(boxes.filter(({ right }) => right > 390)).toEqual([])
  })
})
