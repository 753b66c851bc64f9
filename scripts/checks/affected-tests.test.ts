import { expect, test } from 'vitest'
import { findAffectedTests, findRequestedTests } from './affected-tests.ts'
import { formatSlowest } from './slowest.ts'

const sources = [
  { file: 'core/cart/cart.ts', text: '' },
  { file: 'core/cart/cart.test.ts', text: "import { add } from './cart.ts'\ntest('a gift is added')" },
  { file: 'core/pricing/quote.ts', text: "import { total } from '#core/cart/cart.ts'" },
  { file: 'core/pricing/quote.test.ts', text: "import { quote } from './quote.ts'" },
  { file: 'core/orders/order.ts', text: "import { quote } from '../pricing/quote.ts'" },
  { file: 'core/orders/order.test.ts', text: "import { order } from './order.ts'" },
  { file: 'test/store.ts', text: "import { total } from '#core/cart/cart.ts'" },
  { file: 'core/offers/offers.test.ts', text: "import { test } from '#test/store.ts'" },
  { file: 'web/checkout/checkout.tsx', text: '' },
  { file: 'web/checkout/checkout.test.ts', text: "import { test } from '#test/page-test.ts'" },
  { file: 'scripts/language.test.ts', text: '' },
  { file: 'e2e/cart.spec.ts', text: "test('a gift is shown')" },
]
const TREE = 'scripts/language.test.ts'

test('a change affects the tests beside it and those that import it at most through one file', () => {
  const affected = (...changed: string[]) => findAffectedTests(changed, sources)
  expect(affected('core/cart/cart.ts')).toEqual([
    'core/cart/cart.test.ts',
    'core/pricing/quote.test.ts',
    TREE,
  ])
  expect(affected('web/checkout/checkout.tsx')).toEqual(['web/checkout/checkout.test.ts', TREE])
  expect(affected('e2e/cart.spec.ts')).toEqual([TREE, 'e2e/cart.spec.ts'])
  expect(affected('README.md')).toEqual([TREE])
})

test('tests are requested by path, by words of their file, or both', () => {
  const requested = (...requests: string[]) => findRequestedTests(requests, sources)
  expect(requested('core/cart')).toEqual({ files: ['core/cart/cart.test.ts'], words: [] })
  expect(requested('a GIFT')).toEqual({
    files: ['core/cart/cart.test.ts', 'e2e/cart.spec.ts'],
    words: ['a GIFT'],
  })
  expect(requested('e2e', 'gift').files).toEqual(['e2e/cart.spec.ts'])
  expect(requested('no such test').files).toEqual([])
})

test('the ten slowest tests and files are listed, the slowest first', () => {
  const tests = Array.from({ length: 12 }, (_, index) => ({
    file: `${index % 2}.test.ts`,
    name: `test ${index}`,
    milliseconds: index * 1000,
  }))
  const lines = formatSlowest(tests).split('\n')
  expect(lines.slice(0, 3)).toEqual([
    'Slowest tests:',
    '   11.0 s  1.test.ts › test 11',
    '   10.0 s  0.test.ts › test 10',
  ])
  expect(lines.slice(-2)).toEqual(['   36.0 s  1.test.ts', '   30.0 s  0.test.ts'])
  expect(lines).toHaveLength(15)
})
