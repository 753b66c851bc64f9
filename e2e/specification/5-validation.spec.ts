import { ADMIN, GRACE, openAccount, startSession, visibleMessage } from '../account.ts'
import { apiClient, customerClient, SHIPPING_ADDRESS, startCardPayment } from '../api.ts'
import { cartRow, findWellStockedProducts, openCart } from '../cart-page.ts'
import { fillCheckout, placeOrder } from '../checkout-form.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

const BLANK_ADDRESS = Object.fromEntries(Object.keys(SHIPPING_ADDRESS).map((name) => [name, ' ']))

test.describe('5 Validation rules', () => {
  test('Sign-up requires an email and a password, enforced by the browser with the email input type.', async ({
    page,
  }) => {
    await page.goto('/signup')
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    for (const name of ['Email', 'Password']) await expect(page.getByLabel(name)).toHaveAttribute('required')
  })

  test("Customer login shows 'Please enter your email address.' when email is empty.", async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Password').fill('quiet orchard')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Please enter your email address.')).toBeVisible()
    await expect(page.getByText('Please enter your password.')).toHaveCount(0)
  })

  test("Customer login shows 'Please enter your password.' when password is empty; it is not needed in reset mode.", async ({
    page,
  }) => {
    await page.goto('/customer/login')
    await page.getByLabel('Email').fill('nobody@orchard.example')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Please enter your password.')).toBeVisible()
    await page.goto('/login?mode=forgot')
    await expect(page.getByLabel('Password')).toHaveCount(0)
    await page.getByLabel('Email').fill('nobody@orchard.example')
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    await expect(visibleMessage(page, 'Reset Email Sent')).toBeVisible()
  })

  test("Admin login requires both fields: 'Please enter both email and password.'", async ({ page }) => {
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(visibleMessage(page, 'Please enter both email and password.')).toBeVisible()
  })

  test("On the admin login any other email gives 'Access Denied: This admin portal is restricted to authorized users only.' and 'Access denied. This admin portal is restricted.'", async ({
    page,
  }) => {
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill(GRACE.email)
    await page.getByLabel('Password').fill(GRACE.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    for (const text of [
      'Access Denied',
      'This admin portal is restricted to authorized users only.',
      'Access denied. This admin portal is restricted.',
    ])
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  })

  test("A sign-up by anyone else is refused with 'Sign up is restricted to authorized admin users only.'", async ({
    page,
  }) => {
    await page.goto('/admin/login?mode=create')
    await page.getByLabel('Email').fill('nobody@orchard.example')
    await page.getByLabel('Password').fill('quiet orchard')
    await page.getByRole('button', { name: 'Create Admin Account' }).click()
    await expect(page.getByText('Sign up is restricted to authorized admin users only.')).toBeVisible()
  })

  test("Admin setup requires both fields ('Missing Information', 'Please provide both email and password') and a password of at least 6 characters ('Password Too Short', 'Password must be at least 6 characters long').", async ({
    page,
  }) => {
    await page.goto('/setup')
    await page.getByRole('button', { name: 'Create Admin User' }).click()
    await expect(visibleMessage(page, 'Missing Information')).toBeVisible()
    await expect(visibleMessage(page, 'Please provide both email and password')).toBeVisible()
    await page.getByLabel('Password').fill('five5')
    await page.getByRole('button', { name: 'Create Admin User' }).click()
    await expect(visibleMessage(page, 'Password Too Short')).toBeVisible()
    await expect(visibleMessage(page, 'Password must be at least 6 characters long')).toBeVisible()
  })

  test("Admin setup accepts only the fixed email: 'Invalid Email', 'Only the authorized admin email can be used for setup.'", async ({
    page,
  }) => {
    await page.goto('/admin/setup')
    await waitForHydration(page)
    await page.getByLabel('Email').evaluate((input: HTMLInputElement) => {
      input.disabled = false
      input.value = 'nobody@orchard.example'
    })
    await page.getByLabel('Password').fill('quiet orchard')
    await page.getByRole('button', { name: 'Create Admin User' }).click()
    await expect(visibleMessage(page, 'Invalid Email')).toBeVisible()
    await expect(visibleMessage(page, 'Only the authorized admin email can be used for setup.')).toBeVisible()
  })

  test("At checkout a banner and a toast read 'Please fill in all required fields', and a field's error clears when it is edited.", async ({
    page,
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    await openCart(page, [{ productId: first.id, quantity: 1 }], '/checkout')
    await placeOrder(page)
    const banner = page.getByRole('main').getByText('Please fill in all required fields')
    const toast = page.getByRole('region', { name: /^Notifications/ })
    await expect(banner).toBeVisible()
    await expect(toast).toContainText('Please fill in all required fields')
    await page.getByRole('textbox', { name: 'City *' }).fill('A')
    await expect(page.getByText('City is required')).toHaveCount(0)
    await expect(page.getByText('State is required')).toBeVisible()
  })

  test("Checkout fields must be non-blank: 'First name is required', 'Last name is required', 'Address is required', 'City is required', 'State is required', 'ZIP code is required'.", async ({
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    const { status, body } = await startCardPayment(await apiClient(request), first, {
      shipping_address: BLANK_ADDRESS,
    })
    expect(status).toBe(400)
    expect(Object.values(body.error.fields)).toEqual(
      expect.arrayContaining([
        'First name is required',
        'Last name is required',
        'Address is required',
        'City is required',
        'State is required',
        'ZIP code is required',
      ]),
    )
  })

  test("The checkout email must contain '@' ('Please enter a valid email address').", async ({ request }) => {
    const guest = await apiClient(request)
    const [first] = await findWellStockedProducts(request)
    for (const email of ['', 'rosa.orchard.example']) {
      const { status, body } = await startCardPayment(guest, first, {
        shipping_address: { ...SHIPPING_ADDRESS, email },
      })
      expect(status).toBe(400)
      expect(Object.values(body.error.fields)).toEqual(['Please enter a valid email address'])
    }
  })

  test("The mobile number has at least 10 characters ('Please enter a valid mobile number').", async ({
    request,
  }) => {
    const guest = await apiClient(request)
    const [first] = await findWellStockedProducts(request)
    const refused = await startCardPayment(guest, first, {
      shipping_address: { ...SHIPPING_ADDRESS, mobileNumber: '518555014' },
    })
    expect(refused.status).toBe(400)
    expect(Object.values(refused.body.error.fields)).toEqual(['Please enter a valid mobile number'])
    const accepted = await startCardPayment(guest, first, {
      shipping_address: { ...SHIPPING_ADDRESS, mobileNumber: '5185550142' },
    })
    expect(accepted.status).toBe(200)
  })

  test("Card payment needs no login; the test order requires login ('Please log in to complete your order').", async ({
    page,
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    await openCart(page, [{ productId: first.id, quantity: 1 }], '/checkout')
    await expect(page.getByLabel('Credit or debit card')).toBeChecked()
    await fillCheckout(page)
    await page.getByLabel('Demo payment').check()
    await placeOrder(page)
    await expect(visibleMessage(page, 'Please log in to complete your order')).toBeVisible()
    await page.getByLabel('Credit or debit card').check()
    await placeOrder(page)
    await expect(page.getByText('SANDBOX')).toBeVisible()
  })

  test("Checkout with an empty cart shows 'Your cart is empty'.", async ({ page }) => {
    await page.goto('/checkout')
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  })

  test('The minimum quantity is 1 on the product page; reducing to 0 on the cart page removes the item.', async ({
    page,
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    await page.goto(`/product/${first.id}`)
    await waitForHydration(page)
    await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('1')
    await expect(page.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled()
    await page.getByLabel('Quantity', { exact: true }).fill('0')
    await page
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click()
    await expect(page.getByLabel('Quantity', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await openCart(page, [{ productId: first.id, quantity: 1 }])
    await cartRow(page, first).getByRole('button', { name: 'Decrease quantity' }).click()
    await expect(cartRow(page, first)).toHaveCount(0)
  })

  test("Without scripts adding redirects to /login ('Please log in'), and updating without a signed-in user gives 'User must be logged in'.", async ({
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    const login = await request.post('/cart/lines', { form: { productId: first.id, quantity: '1' } })
    expect(new URL(login.url()).pathname).toBe('/login')
    expect(await login.text()).toContain('Please log in')
    const guest = await apiClient(request)
    const refused = await guest('PATCH /cart/items/any', { data: { quantity: 2 } })
    expect([refused.status, refused.body.error.message]).toEqual([401, 'User must be logged in'])
  })

  test("A saved address requires firstName, lastName, address, city, state and zipCode, else a toast reads 'Please fill in all required fields'.", async ({
    page,
    request,
  }) => {
    await startSession(page, await openAccount(request))
    await page.goto('/profile?tab=addresses')
    await page.getByRole('link', { name: 'Add Address' }).click()
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Save Address' }).click()
    await expect(page.getByRole('region', { name: /^Notifications/ })).toContainText(
      'Please fill in all required fields',
    )
    for (const name of ['First Name', 'Last Name', 'Address', 'City', 'State', 'ZIP Code'])
      await expect(page.getByLabel(`${name} *`, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    for (const name of ['Address Label', 'Phone Number'])
      await expect(page.getByLabel(name)).not.toHaveAttribute('aria-invalid', 'true')
  })

  test("The label of a saved address defaults to 'Address' when blank; label and phone are optional.", async ({
    request,
  }) => {
    const { api } = await customerClient(request)
    const { email: _, mobileNumber: __, ...address } = SHIPPING_ADDRESS
    const saved = await api('POST /profile/addresses', { data: { ...address, label: ' ' } })
    expect(saved).toMatchObject({ status: 201, body: { label: 'Address', phone: null } })
  })

  test('On the profile form the email is read-only, and an update is not validated.', async ({
    page,
    request,
  }) => {
    const account = await openAccount(request)
    await startSession(page, account)
    await page.goto('/profile')
    await expect(page.getByLabel('Email')).toHaveAttribute('readonly')
    for (const name of ['Full Name', 'Phone Number']) await page.getByLabel(name).fill('')
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await expect(visibleMessage(page, 'Profile updated successfully')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(account.email)
  })

  test('An accounting entry requires a description and a numeric amount with step 0.01.', async ({
    page,
  }) => {
    await startSession(page, ADMIN)
    await page.goto('/admin/accounting')
    await expect(page.getByLabel('Amount')).toHaveAttribute('step', '0.01')
    for (const name of ['Description', 'Amount'])
      await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('required')
    const headers = { origin: new URL(page.url()).origin }
    for (const form of [
      { description: '', amount: '12.50' },
      { description: 'Ribbon', amount: 'twelve' },
    ])
      expect((await page.request.post('/admin/accounting', { form, headers })).status()).toBe(400)
  })

  test('The Uploads page accepts images, video, audio, pdf, doc, docx and txt; Media accepts images only.', async ({
    page,
  }) => {
    await startSession(page, ADMIN)
    await page.goto('/admin/uploads')
    await expect(page.getByLabel('Files to upload')).toHaveAttribute(
      'accept',
      'image/*,video/*,audio/*,.pdf,.doc,.docx,.txt',
    )
    await page.goto('/admin/media')
    await expect(page.getByLabel('Files to upload')).toHaveAttribute('accept', /^\.jpg,/)
  })

  test('Search submits only when the trimmed text is non-empty.', async ({ page }) => {
    await page.goto('/categories')
    await waitForHydration(page)
    await page.getByLabel('Search products').fill('   ')
    await page.getByLabel('Search products').press('Enter')
    await expect(page).toHaveURL(/\/categories$/)
    await page.getByLabel('Search products').fill(' rose ')
    await page.getByLabel('Search products').press('Enter')
    await expect(page).toHaveURL(/\/search\?q=rose$/)
  })
})
