import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('links to older placeholders redirect', async ({ connection }) => {
  const visitor = createTestStore(connection).visitor()
  for (const name of ['drawn-monogram-vl', 'drawn-monogram-empty', 'drawn-jar-blush']) {
    const response = await visitor.get(`/media/${name}.svg`)
    expect([response.status, response.headers.get('location')]).toEqual([
      301,
      '/media/placeholders/skincare.svg',
    ])
  }
})

test('a product without photos has its monogram as a picture', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx, { name: 'Élan d’Or' })
  const visitor = createTestStore(connection).visitor()
  const { image_url } = await (await visitor.get(`/api/v1/products/${id}`)).json()
  const response = await visitor.get(image_url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await response.text()).toContain('>ÉD</text>')
  for (const name of ['skincare.svg', 'drawn-jar-blush.svg', '%3Cscript%3E.svg', '..%2Fsecret.svg'])
    expect([name, (await visitor.get(`/media/placeholders/${name}`)).status]).toEqual([
      name,
      name === 'skincare.svg' ? 200 : 404,
    ])
})

test('a mood’s photograph is served in any known size, and nothing else', async ({ connection }) => {
  const visitor = createTestStore(connection).visitor()
  for (const name of ['mood-home.webp', 'mood-home.svg', 'mood-home-640.avif']) {
    const response = await visitor.get(`/media/${name}`)
    expect([name, response.status, response.headers.get('content-type')]).toEqual([name, 200, 'image/webp'])
  }
  for (const name of [
    'mood-.webp',
    'mood-garden.webp',
    'mood-home-641.avif',
    'mood-home-640.svg',
    'xmood-home.webp',
  ])
    expect([name, (await visitor.get(`/media/${name}`)).status]).toEqual([name, 404])
})
