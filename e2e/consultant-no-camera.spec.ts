import { findAxeViolations } from './axe.ts'
import { consultantButton, consultantDialog, consultantLinks } from './consultant.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('without a camera, the consultant shows a message and continues', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  await consultantButton(page).click()
  await expect(consultantDialog(page).getByRole('alert')).toHaveText(
    'Camera access denied. Please allow camera permissions.',
  )
  expect(await findAxeViolations(page)).toEqual([])
  await consultantDialog(page).getByRole('button', { name: 'Continue without camera' }).click()
  await expect(consultantLinks(page)).toHaveCount(3)
})

test('the button is in view at first and never covers text or another button', async ({ page }) => {
  test.slow()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await waitForHydration(page)
    // The browser restores where the last width ended.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect(consultantButton(page)).toBeInViewport({ ratio: 1 })
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let top = 0; top < height; top += 150) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
      const covered = await consultantButton(page).evaluate(findCoveredText)
      expect(covered, `at ${width} px, scrolled to ${top}`).toEqual([])
    }
  }
})

/** The texts whose lines the button overlaps. */
function findCoveredText(button: Element): string[] {
  const box = button.getBoundingClientRect()
  const overlaps = ({ left, right, top, bottom, width }: DOMRect) =>
    width > 1 && left < box.right && right > box.left && top < box.bottom && bottom > box.top
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const covered: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const lines = document.createRange()
    lines.selectNodeContents(text)
    if (text.textContent?.trim() && !button.contains(text) && [...lines.getClientRects()].some(overlaps))
      covered.push(text.textContent)
  }
  return covered
}
