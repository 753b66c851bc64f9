import { offerEvents } from '#demo/offers.ts'
import { createSeedStore } from '#demo/seed-store.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { findLandmark, linkTargets, textsOf } from '#test/landmarks.ts'
import { findAll } from '#test/markup.ts'
import { test as base, expect } from '#test/page-test.ts'

const CONSULTANT = 'AI Beauty Consultant'

/** More products than are popular, and the offers of the demo. */
const test = base.extend('catalog', { scope: 'file', auto: true }, async ({ connection: { db } }) => {
  for (let count = 0; count < 7; count++) await buildProduct({ db, now: new Date() })
  const owner = await buildActor(db, { role: 'admin' })
  const demo = createSeedStore(db, owner.email, '')
  demo.accounts.set(owner.email, owner)
  for (const offer of offerEvents(Date.now())) await offer.run(demo)
})

test('the home page has a title and a heading', async ({ guest }) => {
  const home = await guest.open('/')
  expect(home.html).toMatch(/<title>[^<]*Eternal Beauty/)
  expect(home.heading).toBe('Small batches, slow evenings')
})

test('a banner has two special offers, which link to the product list', async ({ guest }) => {
  const { root } = await guest.open('/')
  expect(linkTargets(findLandmark(root, 'section', 'Special offers'))).toEqual(['/categories', '/categories'])
})

test('the first six products are popular, each with a button to it in the product list', async ({
  guest,
}) => {
  const { root } = await guest.open('/')
  const popular = findLandmark(root, 'section', 'Popular Beauty Products')
  expect(textsOf(popular, 'h2')).toEqual(['Popular Beauty Products'])
  const response = await guest.get('/api/v1/products?limit=6&in_stock=true&group=family')
  const products: { id: string; name: string; family: { name: string } | null }[] = (await response.json())
    .data
  expect(products).toHaveLength(6)
  expect(textsOf(popular, 'h3')).toEqual(products.map(({ name, family }) => family?.name ?? name))
  const cards = findAll(popular, ({ tag }) => tag === 'article')
  expect(cards.map((card) => linkTargets(card, 'View Product'))).toEqual(
    products.map(({ id }) => [`/categories#${id}`]),
  )
})

test('View All Products opens the product list', async ({ guest }) => {
  expect((await (await guest.open('/')).follow('View All Products')).path).toBe('/categories')
})

test('three tiles are Browse Products, Featured Products, which come soon, and Special Offers', async ({
  guest,
}) => {
  const { root } = await guest.open('/')
  const tiles = findAll(findLandmark(root, 'section', 'Explore'), ({ tag }) => tag === 'li')
  expect(tiles.flatMap((tile) => textsOf(tile, 'h2'))).toEqual([
    'Browse Products',
    'Featured Products',
    'Special Offers',
  ])
  expect(tiles.map((tile) => textsOf(tile, 'p').includes('Coming Soon'))).toEqual([false, true, false])
})

test('a story has a picture and a link, and an offer its terms and its code', async ({ guest }) => {
  const { root } = await guest.open('/')
  const story = findLandmark(root, 'section', 'The ingredient')
  expect(textsOf(story, 'p').join(' ')).toContain('Rose hip oil')
  expect(linkTargets(story)).toEqual(['/categories?category=Skincare'])
  const [picture] = findAll(story, ({ tag }) => tag === 'img')
  expect(picture?.attributes).toMatchObject({ src: '/media/mood-rose-hips-960.webp', loading: 'lazy' })
  const [offer] = textsOf(findLandmark(root, 'section', 'Special offers'), 'li')
  expect(offer).toMatch(/10% off to welcome you\s?\. Once per customer\. Use code WELCOME10/)
})

test('a guest sees both login links, and an administrator a panel with links to the back office', async ({
  guest,
  admin,
}) => {
  const home = await guest.open('/')
  expect(home.links('Get Started with Customer Login')).toEqual(['/customer/login'])
  expect(home.links('Admin Login')).toEqual(['/admin/login'])
  expect(() => findLandmark(home.root, 'section', 'Admin Panel')).toThrow('no section Admin Panel')
  const adminHome = await admin.open('/')
  const panel = findLandmark(adminHome.root, 'section', 'Admin Panel')
  expect(linkTargets(panel)).toEqual(['/admin', '/admin/users'])
  expect(adminHome.links('Get Started with Customer Login')).toEqual([])
})

test('the button of the consultant is on the home page only', async ({ guest }) => {
  expect((await guest.open('/categories')).buttons).not.toContain(CONSULTANT)
  const home = await guest.open('/')
  expect(home.buttons.filter((name) => name === CONSULTANT)).toHaveLength(1)
})
