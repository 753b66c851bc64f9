import type { Page } from '@playwright/test'
import axe from 'axe-core'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const WCAG_AND_BEST_PRACTICES = [...WCAG, 'best-practice']

/** Further rows of a table are made like its first ones, and take axe most of the time. */
const REPEATED_ROWS = 'tbody tr:nth-child(n+9)'

/** Axe can't measure contrast on a gradient, so the background becomes its lightest color, then its darkest. */
const LIGHTEST_BACKGROUND = '--color-paper'
const DARKEST_BACKGROUND = '--color-blush'

/** Violations after all animations have ended. */
export async function findAxeViolations(page: Page, rules = WCAG): Promise<string[]> {
  await loadAxe(page)
  await page.evaluate(async () => {
    const shortAnimations = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1000)
    await Promise.allSettled(shortAnimations.map(({ finished }) => finished))
  })
  const violations = await runAxe(page, rules, LIGHTEST_BACKGROUND)
  const hasGradient = (await page.locator('.page-frame').count()) > 0
  const onDarkest = hasGradient ? await runAxe(page, ['color-contrast'], DARKEST_BACKGROUND) : []
  return [...new Set([...violations, ...onDarkest])]
}

/**
 * Axe's violations at each width, and how much wider than the screen the page is. The whole page fits on the screen:
 * axe counts links as too small if a button that sticks to the screen's bottom covers them until the page is scrolled.
 */
export async function findLayoutProblems(page: Page, widths: number[]): Promise<string[]> {
  const problems: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height })
    for (const violation of await findAxeViolations(page, WCAG_AND_BEST_PRACTICES))
      problems.push(`${width} px: ${violation}`)
    const overflow = await findOverflow(page)
    if (overflow > 0) problems.push(`${width} px: ${overflow} px too wide`)
  }
  return problems
}

export function findOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** Sends axe's half a megabyte once for each page. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(axe.source)
}

type Axe = {
  run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

function runAxe(page: Page, runOnly: string[], background: string): Promise<string[]> {
  return page.evaluate(
    async ({ runOnly, background, repeatedRows }) => {
      const frame = document.querySelector<HTMLElement>('.page-frame')
      frame?.style.setProperty('background', `var(${background})`)
      const { axe } = window as unknown as { axe: Axe }
      // Pages in frames are previews, and are checked by themselves.
      const options = { runOnly, resultTypes: ['violations'], selectors: false, iframes: false }
      const { violations } = await axe.run({ include: [['html']], exclude: [[repeatedRows]] }, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`))
    },
    { runOnly, background, repeatedRows: REPEATED_ROWS },
  )
}
