import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openPage } from './pages.ts'
import { expect, test } from './test.ts'

test('the home page’s heading has enough contrast at every width', async ({ page }) => {
  test.slow()
  for (const width of [320, 390, 768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await openPage(page, 'the home page')
    const lines = await hideHeadingText(page)
    expect(lines.length).toBeGreaterThan(1)
    for (const { clip, ink } of lines)
      expect(contrastRatio(ink, await findDarkestPixel(page, clip)), `at ${width} px`).toBeGreaterThan(4.5)
  }
})

type TextLine = { clip: { x: number; y: number; width: number; height: number }; ink: number[] }

/** Returns the boxes and color of the heading's lines and hides the text, so that a screenshot shows its background. */
function hideHeadingText(page: Page): Promise<TextLine[]> {
  return page.getByRole('heading', { level: 1 }).evaluate((h1) => {
    const ink =
      getComputedStyle(h1)
        .color.match(/[\d.]+/g)
        ?.map(Number) ?? []
    const range = document.createRange()
    const texts = document.createTreeWalker(h1, NodeFilter.SHOW_TEXT)
    const lines: TextLine[] = []
    while (texts.nextNode()) {
      range.selectNode(texts.currentNode)
      for (const { x, y, width, height } of range.getClientRects())
        if (width > 1) lines.push({ clip: { x, y, width, height }, ink })
    }
    h1.style.visibility = 'hidden'
    return lines
  })
}

async function findDarkestPixel(page: Page, clip: TextLine['clip']): Promise<number[]> {
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .raw()
    .toBuffer({ resolveWithObject: true })
  let darkestPixel = [255, 255, 255]
  for (let at = 0; at < data.length; at += info.channels) {
    const pixel = [...data.subarray(at, at + 3)]
    if (luminance(pixel) < luminance(darkestPixel)) darkestPixel = pixel
  }
  return darkestPixel
}

function contrastRatio(ink: number[], background: number[]): number {
  return (luminance(background) + 0.05) / (luminance(ink) + 0.05)
}

function luminance(color: number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
