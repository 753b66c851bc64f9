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
