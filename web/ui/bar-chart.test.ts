import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BarChart } from './bar-chart.tsx'

const render = (values: number[]) => {
  const bars = values.map((value, index) => ({ name: `Day ${index}`, value, summary: String(value) }))
  return renderToStaticMarkup(
    createElement(BarChart, { label: 'Sales', bars, unit: (value: number) => `$${value / 100}` }),
  )
}

test('a chart names its highest value, unless every value is zero', () => {
  expect(render([0, 1250, 300])).toContain('Highest: $12.5')
  expect(render([0, 0])).not.toContain('Highest')
  expect(render([])).not.toContain('Highest')
})
