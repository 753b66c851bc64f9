import { findEmail, openAccount, startSession } from './account.ts'
import { fetchFirstProduct } from './catalog.ts'
import { BUYER } from './checkout-form.ts'
import { expect, test } from './test.ts'

test('the pictures of an order email are JPEGs that load outside the store', async ({ page, request }) => {
  test.slow()
  const ada = await openAccount()
  await startSession(page, ada)
  const { id } = await fetchFirstProduct(request)
  const ordered = await page.request.post('/api/v1/orders', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: {
      items: [{ product_id: id, quantity: 1 }],
      shipping_address: {
        email: ada.email,
        firstName: BUYER['First Name'],
        lastName: BUYER['Last Name'],
        address: BUYER.Address,
        city: BUYER.City,
        state: BUYER.State,
        zipCode: BUYER['ZIP Code'],
        mobileNumber: BUYER['Mobile Number'],
      },
      payment: 'demo',
    },
  })
  expect(ordered.status()).toBe(201)
  const email = await findEmail(request, ada.email, /is confirmed/)
  const [, pictureUrl = ''] = /<img src="([^"]+)"/.exec(email?.html ?? '') ?? []
  expect(pictureUrl).toMatch(/^https?:\/\/.+\/media\/pic_[0-9a-z]+-320\.jpeg$/)
  const response = await request.get(pictureUrl)
  expect(response.headers()).toMatchObject({
    'content-type': 'image/jpeg',
    'cross-origin-resource-policy': 'cross-origin',
  })
  // As in an email client, the message is in a sandbox of no origin.
  await page.goto(`/demo/mailbox/${email?.id}`)
  const picture = page.locator('img').first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
})
