import type { Page } from '@playwright/test'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

const HOME = '/admin/content/cnt_00000000000000000001'
const SHIPPING = '/admin/content/cnt_00000000000000000002'

/** Until it has loaded, a plain field has the same label. */
const editor = (page: Page) =>
  page.getByRole('textbox', { name: 'Text', exact: true }).and(page.locator('[contenteditable=true]'))
const body = (page: Page) => page.locator('input[name=body]')

test('a post is written with the keyboard, previewed on a phone, and published', async ({ page }) => {
  await openAdmin(page, '/admin/content/new-post')
  await page.getByLabel('Title').fill('Keyboard garden')
  await editor(page).focus()
  await page.keyboard.type('## A heading')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('Bold')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type(' and <script>alert(1)</script>')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- One')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Two')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'Add a link' })
  await dialog.getByLabel('Text').fill('our categories')
  await dialog.getByLabel('Address').fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Use a web address')
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByLabel('Address').fill('/categories')
  await page.keyboard.press('Enter')
  await expect(editor(page)).toBeFocused()

  await page.keyboard.press('Alt+F10')
  await expect(page.getByRole('combobox', { name: 'Text style' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused()
  await page.getByRole('button', { name: 'Product', exact: true }).focus()
  await page.keyboard.press('Enter')
  const products = page.getByRole('dialog', { name: 'Choose a product' })
  await products.getByRole('searchbox').fill('serum')
  const first = products.getByRole('list').getByRole('button').first()
  await expect(first).toContainText(/serum/i)
  const name = (await first.locator('span').first().textContent()) ?? ''
  await first.press('Enter')
  await expect(editor(page)).toContainText(name)
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Preview' }).click()
  await page.getByRole('link', { name: 'Phone' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'A heading' })).toBeVisible()
  await expect(frame.getByText('<script>alert(1)</script>')).toBeVisible()
  await expect(frame.getByRole('link', { name: 'our categories' })).toHaveAttribute('href', '/categories')
  await expect(frame.getByRole('listitem').filter({ hasText: /^Two$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  await page.goto('/journal/keyboard-garden')
  await expect(page.getByRole('heading', { level: 1, name: 'Keyboard garden' })).toBeVisible()
})

test('Word’s markup is reduced, and a paste of five megabytes is refused or reduced, with the reason', async ({
  page,
}) => {
  await openAdmin(page, '/admin/content/new-page')
  await paste(page, { text: 'ignored', html: WORD })
  expect(JSON.parse(await body(page).inputValue()).content).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Title' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Some ' },
        { type: 'text', marks: [{ type: 'bold' }], text: 'bold' },
        { type: 'text', text: ' text and a link' },
      ],
    },
    { type: 'bulletList', content: [listItem('First'), listItem('Second')] },
  ])
  await expect(page.getByText('Pictures weren’t pasted')).toBeVisible()

  await openAdmin(page, '/admin/content/new-page')
  await expect(editor(page)).toBeVisible()
  await paste(page, { text: 'a'.repeat(5_000_000), html: '' })
  await expect(page.getByText(/The clipboard has 5,000,000 characters.*Nothing was pasted/)).toBeVisible()
  await paste(page, { text: 'Plain words', html: `<p style="${'x'.repeat(5_000_000)}">Plain words</p>` })
  await expect(page.getByText('Pasted as plain text')).toBeVisible()
  await expect(editor(page)).toHaveText('Plain words')
})

test('text isn’t lost by leaving, by another editor, or by a session that ended', async ({
  page,
  store,
  browser,
}) => {
  await openAdmin(page, SHIPPING)
  await expect(editor(page)).toContainText('Shipping costs')
  await page.getByLabel('Introduction').fill('Mine')
  await page.getByRole('link', { name: 'Offers' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()

  const other = await browser.newContext({ baseURL: store.url })
  const otherPage = await other.newPage()
  await openAdmin(otherPage, SHIPPING)
  await expect(editor(otherPage)).toBeVisible()
  await otherPage.getByLabel('Introduction').fill('Theirs')
  await otherPage.getByRole('button', { name: 'Save draft' }).click()
  await expect(otherPage.getByText('Draft saved', { exact: true })).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Someone else just changed this page').first()).toBeVisible()
  await expect(page.getByLabel('Introduction')).toHaveValue('Mine')

  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('You’re signed out').first()).toBeVisible()
  await expect(page.getByLabel('Introduction')).toHaveValue('Mine')
  await expect(editor(page)).toContainText('Shipping costs')
})

test('the editor fits on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openAdmin(page, SHIPPING)
  await expect(editor(page)).toBeVisible()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await findAxeViolations(page)).toEqual([])
})

test('a section of the home page is moved with the keyboard, and the draft beside the fields shows it', async ({
  page,
}) => {
  await openAdmin(page, HOME)
  const order = page.getByRole('region', { name: 'Order' }).getByRole('listitem')
  const draft = page.frameLocator('iframe').getByRole('heading', { level: 2 })
  await expect(order.nth(3)).toHaveText(/^Story/)
  await expect(draft.first()).toHaveText('Popular Beauty Products')
  const frame = page.locator('iframe')
  await expect.poll(async () => (await frame.boundingBox())?.width).toBeCloseTo(352, 0)
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByLabel('Heading').fill('Quiet mornings')
  const up = page.getByRole('button', { name: 'Move up Story' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Section moved', { exact: true })).toBeVisible()
  await expect(order.nth(2)).toHaveText(/^Story/)
  await expect(up).toBeFocused()
  await expect(draft.first()).toHaveText('The ingredient')
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText('Quiet mornings')
  await page.keyboard.press('Enter')
  await expect(order.nth(1)).toHaveText(/^Story/)
  await expect(page.getByRole('button', { name: 'Move down Story' })).toBeFocused()

  await page.getByLabel('Label', { exact: true }).first().press('Enter')
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  await expect(order.nth(1)).toHaveText(/^Story/)
})

async function paste(page: Page, data: { text: string; html: string }): Promise<void> {
  await editor(page).focus()
  await editor(page).evaluate((element, { text, html }) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    if (html) clipboardData.setData('text/html', html)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

const listItem = (text: string) => ({
  type: 'listItem',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal { color: red }</style></head><body>
<h1 style="color: navy" onclick="alert(1)">Title</h1>
<p class="MsoNormal">Some <b>bold</b> text and <a href="javascript:alert(1)">a link</a><o:p></o:p></p>
<p class="MsoListParagraph" style="mso-list: l0 level1 lfo1"><span style="mso-list: Ignore">·<span>  </span></span>First</p>
<p class="MsoListParagraph" style="mso-list: l0 level1 lfo1"><span style="mso-list: Ignore">·<span>  </span></span>Second</p>
<img src="https://tracker.example/x.png" onerror="alert(1)"><script>alert(1)</script><iframe src="https://evil.example"></iframe>
</body></html>`
