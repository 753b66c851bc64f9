import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const LIGHTEST = '--color-paper'

/**
 * What is wrong once everything has come to rest. No tool reads a contrast on a gradient: the ground is made even,
 * once its lightest colour, and for the contrasts once more its darkest.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const brief = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1000)
    await Promise.allSettled(brief.map(({ finished }) => finished))
  })
  const found = new Set<string>()
  for (const ground of [LIGHTEST, '--color-blush']) {
    await page.evaluate((ground) => {
      const frame = document.querySelector<HTMLElement>('.page-frame')
      frame?.style.setProperty('background', `var(${ground})`)
    }, ground)
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (ground === LIGHTEST
      ? axe.withTags(WCAG)
      : axe.withRules('color-contrast')
    ).analyze()
    for (const { id, nodes } of violations)
      for (const { html } of nodes) found.add(`${id}: ${html.slice(0, 150)}`)
    if (!(await page.locator('.page-frame').count())) break
  }
  return [...found]
}
