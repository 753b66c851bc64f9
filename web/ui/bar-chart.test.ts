import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BarChart, chooseTicks } from './bar-chart.tsx'

test.for([
  [0, 125_000, [0, 50_000, 100_000, 150_000]],
  [0, 97_632, [0, 50_000, 100_000]],
  [-278_240, 233_881, [-400_000, -200_000, 0, 200_000, 400_000]],
  [-100, 0, [-100, -50, 0]],
  [0, 0, [0, 50]],
] as const)('the axis from %s to %s has round values and zero', ([lowest, highest, ticks]) => {
  expect(chooseTicks(lowest, highest)).toEqual(ticks)
})

test('a chart names the values of its axis, also without bars', () => {
  const render = (values: number[]) => {
    const bars = values.map((value, index) => ({ name: `Day ${index}`, value, summary: String(value) }))
    const unit = (value: number) => `$${(value / 100).toFixed(2)}`
    return renderToStaticMarkup(createElement(BarChart, { label: 'Sales', bars, unit }))
  }
  expect(render([0, 1250, 300])).toMatch(/>\$0<.*>\$5<.*>\$10<.*>\$15</s)
  expect(render([])).not.toContain('NaN')
})
