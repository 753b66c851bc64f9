import { useCallback, useEffect, useState } from 'react'
import { MAX_GIFT_CARDS, normalizeGiftCardCode } from '#core/gift-cards/gift-card.ts'
import { tabData } from '#web/browser-storage.ts'

const KEY = 'giftCards'

export type GiftCardChoice = { codes: string[]; useCredit: boolean }
const NONE: GiftCardChoice = { codes: [], useCredit: false }

/** Session storage keeps the choice for shoppers who reload or come back from payment. */
export function useGiftCards(): [GiftCardChoice, (choice: GiftCardChoice) => void] {
  const [choice, setChoice] = useState(NONE)
  const save = useCallback((next: GiftCardChoice) => {
    setChoice(next)
    if (next.codes.length || next.useCredit) tabData().setItem(KEY, JSON.stringify(next))
    else tabData().removeItem(KEY)
  }, [])
  useEffect(() => setChoice(readChoice()), [])
  return [choice, save]
}

export function clearGiftCards(): void {
  tabData().removeItem(KEY)
}

export function addGiftCard({ codes, useCredit }: GiftCardChoice, input: string): GiftCardChoice {
  const code = normalizeGiftCardCode(input)
  if (!code || codes.includes(code)) return { codes, useCredit }
  return { codes: [...codes, code].slice(-MAX_GIFT_CARDS), useCredit }
}

function readChoice(): GiftCardChoice {
  try {
    const { codes, useCredit } = JSON.parse(tabData().getItem(KEY) ?? '{}')
    return { codes: Array.isArray(codes) ? codes.map(String) : [], useCredit: useCredit === true }
  } catch {
    return NONE
  }
}
