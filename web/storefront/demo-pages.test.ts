import { z } from 'zod'
import { queryColumn } from '#db/sql.ts'
import { expect, test } from '#test/demo-page-test.ts'
import { findLandmark } from '#test/landmarks.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'

function region(root: Markup, title: string): Markup {
  const section = findAll(root, ({ attributes }) => attributes['aria-label'] === title)[0]
  if (section) return section
  const [heading] = findAll(
    root,
    ({ tag, ...element }) => /^h\d$/.test(tag) && textOf({ tag, ...element }) === title,
  )
  const [titled] = findAll(root, ({ attributes }) => attributes['aria-labelledby'] === heading?.attributes.id)
  if (!titled) throw new Error(`The page has no region ${title}`)
  return titled
}

const linksIn = (parent: Markup) => findAll(parent, ({ tag }) => tag === 'a')
const cardsIn = (parent: Markup) => findAll(parent, ({ tag }) => tag === 'article')
const headingsIn = (parent: Markup) => findAll(parent, ({ tag }) => /^h\d$/.test(tag)).map(textOf)

test('the home page shows six popular products with name, price, picture, and link', async ({ guest }) => {
  const home = await guest.open('/')
  const cards = cardsIn(region(home.root, 'Popular Beauty Products'))
  expect(cards).toHaveLength(6)
  for (const card of cards) {
    const [name = ''] = headingsIn(card)
    expect(name).toMatch(/\w{3}/)
    expect(textOf(card)).toMatch(/\$\d+\.\d\d/)
    expect(findAll(card, ({ tag }) => tag === 'img').length).toBeGreaterThan(0)
    const links = linksIn(card)
    expect(links.find((link) => textOf(link).startsWith('View Product'))?.attributes.href).toMatch(
      /^\/categories#prd_/,
    )
    const productLinks = links.filter(({ attributes }) => attributes.href?.startsWith('/product/'))
    expect(productLinks.some((link) => findAll(link, ({ tag }) => tag === 'img').length > 0)).toBe(true)
    expect(productLinks.some((link) => textOf(link).includes(name))).toBe(true)
    const page = await guest.open(productLinks[0]?.attributes.href ?? '')
    expect([page.status, page.heading]).toEqual([200, name])
  }
})

test('the home page leads to all products, two offers, three tiles, and each category', async ({ guest }) => {
  const home = await guest.open('/')
  const all = await home.follow('View All Products')
  expect(all.path).toBe('/categories')
  expect(cardsIn(all.root).length).toBeGreaterThan(6)
  const offers = linksIn(region(home.root, 'Special offers'))
  expect(offers).toHaveLength(2)
  for (const offer of offers) {
    expect(offer.attributes.href).toBe('/categories')
    expect(textOf(offer)).toMatch(/Use code [A-Z]+\d+ \./)
  }
  const tiles = findAll(region(home.root, 'Explore'), ({ tag }) => tag === 'li')
  expect(tiles.flatMap(headingsIn)).toEqual(['Browse Products', 'Featured Products', 'Special Offers'])
  expect(textOf(tiles[1] ?? home.root)).toContain('Coming Soon')
  expect(textOf(tiles[2] ?? home.root)).toMatch(/[A-Z]+\d+ or [A-Z]+\d+/)
  expect(linksIn(region(home.root, 'Shop by category')).map(textOf)).toEqual([
    'Skincare',
    'Makeup',
    'Haircare',
    'Fragrance',
    'Tools & Accessories',
  ])
})

test('on the home page, a guest sees login links, a customer none, and an administrator the admin panel', async ({
  guest,
  grace,
  admin,
}) => {
  const guestHome = await guest.open('/')
  expect(guestHome.links('Get Started with Customer Login')).toEqual(['/customer/login'])
  expect(guestHome.links('Admin Login')).toEqual(['/admin/login'])
  expect(guestHome.html).not.toContain('aria-label="Admin Panel"')
  const graceHome = await grace.open('/')
  expect(graceHome.main).toContain('Popular Beauty Products')
  expect(graceHome.links('Get Started with Customer Login')).toEqual([])
  expect(graceHome.links('Admin Login')).toEqual([])
  expect(graceHome.html).not.toContain('aria-label="Admin Panel"')
  const adminHome = await admin.open('/')
  const panel = linksIn(region(adminHome.root, 'Admin Panel')).map(({ attributes }) => attributes.href)
  expect(panel).toEqual(['/admin', '/admin/users'])
  expect(adminHome.links('Get Started with Customer Login')).toEqual([])
})

test('a shopper browses the store without scripts', async ({ guest }) => {
  const home = await guest.open('/')
  expect(cardsIn(home.root)).toHaveLength(6)
  expect(home.html).not.toMatch(/<script[^>]* src=|rel="(module)?preload"[^>]*as="script"/)
  const haircare = await (await home.follow('View All Products')).follow('Haircare')
  expect(haircare.path).toBe('/categories?category=Haircare')
  const [card = haircare.root] = cardsIn(haircare.root)
  const [name = ''] = headingsIn(card)
  const product = await haircare.follow(name)
  expect(product.heading).toBe(name)
  const details = findAll(product.root, ({ tag }) => tag === 'details').map(textOf)
  expect(details.some((text) => text.startsWith('How to use'))).toBe(true)
  expect((await product.follow('Home')).path).toBe('/')
})

test('a product’s benefits and steps are in their disclosures, and its ingredients always open', async ({
  guest,
}) => {
  const [product] = (await (await guest.get('/api/v1/products?limit=1&in_stock=true')).json()).data
  const page = await guest.open(`/product/${product.slug}`)
  const disclosures = findAll(page.root, ({ tag }) => tag === 'details')
  const [benefits = '', steps = ''] = disclosures.map(textOf)
  for (const benefit of product.benefits) expect(benefits).toContain(benefit)
  expect(disclosures.slice(0, 2).map(({ attributes }) => 'open' in attributes)).toEqual([true, false])
  for (const step of product.how_to_use) expect(steps).toContain(step)
  const list = textOf(findLandmark(page.root, 'section', 'Ingredients')).replaceAll(' ,', ',')
  expect(list).toContain(product.ingredients.join(', '))
})

test.for(['GB', 'IN', 'CA'])(
  'choosing %s changes every price, also on the next visit',
  async (code, { guest }) => {
    const listed = await guest.get(`/api/v1/products?limit=6&in_stock=true&group=family&region=${code}`)
    const prices = (await listed.json()).data.map(
      (product: { display_price: { display: string } }) => product.display_price.display,
    )
    const readPrices = ({ root }: { root: Markup }) =>
      cardsIn(root).map((card) => prices.filter((price: string) => textOf(card).includes(price)).length > 0)
    const home = await guest.open('/')
    expect(readPrices(home)).toEqual(Array(6).fill(false))
    const changed = await home.submit('Change', { 'Region and currency': code })
    for (const page of [changed, await guest.open('/')]) {
      expect(readPrices(page)).toEqual(Array(6).fill(true))
      expect(page.field('Region and currency').value).toBe(code)
    }
  },
)

test('the Journal leads to a post with its product, and a search finds posts', async ({ guest }) => {
  const journal = await (await guest.open('/')).follow('Journal')
  expect([journal.path, journal.heading]).toEqual(['/journal', 'Journal'])
  const post = await journal.follow('A perfume for one room')
  expect(post.heading).toBe('A perfume for one room')
  const product = cardsIn(post.root)
    .map(textOf)
    .findLast((text) => text.includes('Fig Tree Room Diffuser'))
  expect(product).toContain('$')
  const results = await guest.open('/search?q=rose+hip')
  expect(linksIn(region(results.root, 'Pages and Journal')).map(textOf).join()).toContain(
    'Why our rose hip is amber',
  )
})

test('without scripts, the consultant’s button opens a page with three products', async ({ guest }) => {
  const home = await guest.open('/')
  const page = await home.submit('AI Beauty Consultant')
  expect(page.path.replace(/\?$/, '')).toBe('/consultant')
  const main = findAll(page.root, ({ tag }) => tag === 'main')[0] ?? page.root
  expect(linksIn(main)).toHaveLength(3)
})

const POLICIES = {
  '/shipping-returns': [
    'Shipping and returns',
    '30 days',
    'the United States, Canada, the United Kingdom, and India',
  ],
  '/privacy': ['Privacy', 'eb_session', 'No picture leaves your device'],
  '/terms': ['Terms', 'This store is a demo', 'return what you bought within 30 days'],
  '/contact': ['Contact', '+1 (800) 555-0142', 'Email us'],
  '/newsletter': ['Newsletter'],
  '/consultant': ['Where to start', 'No picture leaves your device'],
}

test('each policy has its title and what it promises', async ({ guest }) => {
  for (const [path, [title, ...words]] of Object.entries(POLICIES)) {
    const page = await guest.open(path)
    expect(page.heading).toBe(title)
    for (const word of words) expect(page.main).toContain(word)
  }
  expect((await guest.open('/contact')).html).toContain('href="mailto:care@eternalbeauty.example"')
})

test('a store without products links to no empty list', async ({ guest, ctx }) => {
  const published = await queryColumn(ctx.db, z.string())`
    update products set status = 'draft' where status = 'published' returning id`
  try {
    const list = await guest.open('/categories')
    expect(list.main).toContain('Nothing is available right now.')
    expect(list.links('See all products')).toEqual([])
    const home = await guest.open('/')
    expect(home.main).toContain('Nothing is available right now.')
    expect(home.html.match(/<main.*<\/main>/s)?.[0]).not.toContain('href="/categories')
  } finally {
    await queryColumn(ctx.db, z.string())`
      update products set status = 'published' where id = any(${published}::text[]) returning id`
  }
})
