import { expect, test } from '#test/page-test.ts'

test('the shipping fee and free shipping limit are in the shopper’s currency', async ({ guest }) => {
  for (const [region, limit, fee] of [
    ['US', '$75.00', '$10.00'],
    ['CA', 'C$101.25', 'C$13.50'],
    ['GB', '£60.00', '£8.00'],
    ['IN', '₹6,225', '₹830'],
  ] as const) {
    guest.cookies.set('userSelectedRegion', region)
    const { main } = await guest.open('/shipping-returns')
    expect(main).toContain(`Orders over ${limit}`)
    expect(main).toMatch(new RegExp(`(^| )${fee.replace('$', '\\$')}( |$)`))
  }
})

test('the footer of every page links to each policy', async ({ guest }) => {
  const page = await guest.open('/login')
  for (const name of ['Shipping and returns', 'Privacy', 'Terms', 'Contact']) {
    const [link = ''] = page.links(name)
    expect((await guest.open(link)).heading).toBe(name)
  }
})
