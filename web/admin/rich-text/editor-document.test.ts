import { describe, expect, test } from 'vitest'
import { CONTACT } from '#core/content/defaults/contact.ts'
import { PRIVACY } from '#core/content/defaults/privacy.ts'
import { SHIPPING_RETURNS } from '#core/content/defaults/shipping-returns.ts'
import { TERMS } from '#core/content/defaults/terms.ts'
import { document, EVERY_NODE, paragraph } from '#core/content/rich-text.fixture.ts'
import { parseRichTextJson } from '#core/content/rich-text.ts'
import { toEditor, toJson } from './editor-document.ts'

describe('the editor', () => {
  test.each([
    ['every node', EVERY_NODE],
    ['the contact page', CONTACT.body],
    ['the privacy page', PRIVACY.body],
    ['the shipping page', SHIPPING_RETURNS.body],
    ['the terms', TERMS.body],
  ])('opens %s and returns it unchanged', (_, source) => {
    const opened = toEditor(source)
    expect(opened && parseRichTextJson(toJson(opened))).toEqual(source)
  })

  test('replaces control characters, which the store refuses', () => {
    const opened = toEditor(document(paragraph('a\u0000b\u0007c')))
    expect(opened && parseRichTextJson(toJson(opened))).toEqual(document(paragraph('a b c')))
  })

  test('doesn’t open what it can’t show, instead of losing it', () => {
    expect(toEditor({ type: 'doc', content: [{ type: 'table' } as never] })).toBeNull()
  })
})
