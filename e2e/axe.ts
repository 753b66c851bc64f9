import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const LIGHTEST_BACKGROUND = '--color-paper'

/**
 * Violations after all animations have ended. Axe can't measure contrast on a gradient, so the background becomes one
 * color: its lightest for all rules, then its darkest for contrast.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const shortAnimations = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1000)
    await Promise.allSettled(shortAnimations.map(({ finished }) => finished))
  })
  const descriptions = new Set<string>()
  for (const background of [LIGHTEST_BACKGROUND, '--color-blush']) {
    await page.evaluate((background) => {
      const frame = document.querySelector<HTMLElement>('.page-frame')
      frame?.style.setProperty('background', `var(${background})`)
    }, background)
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (background === LIGHTEST_BACKGROUND
      ? axe.withTags(WCAG)
      : axe.withRules('color-contrast')
    ).analyze()
    for (const { id, nodes } of violations)
      for (const { html } of nodes) descriptions.add(`${id}: ${html.slice(0, 150)}`)
    if (!(await page.locator('.page-frame').count())) break
  }
  return [...descriptions]
}
