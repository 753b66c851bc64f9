import { addEntry } from '#core/accounting/entries.server.ts'
import type { Account } from '#core/accounting/entries.ts'
import { DAY_MS } from '#core/time-units.ts'
import { adminContext, type SeedEvent } from './seed-store.ts'

/** Amounts in US cents, negative for expenses; `days` counts back from today. */
const MANUAL_ENTRIES: { description: string; amount: number; account: Account; days: number }[] = [
  {
    description: 'Owner’s deposit for the first season',
    amount: 2_500_000,
    account: 'owners_capital',
    days: 355.2,
  },
  {
    description: 'Glass bottles and droppers, 2,000',
    amount: -318_000,
    account: 'cost_of_goods',
    days: 321.7,
  },
  { description: 'Product photography, two days', amount: -186_000, account: 'marketing', days: 286.9 },
  { description: 'Trade fair stand', amount: -142_500, account: 'marketing', days: 214.1 },
  { description: 'Cartons and tissue paper', amount: -64_250, account: 'cost_of_goods', days: 130.8 },
  { description: 'Accountant, half-year review', amount: -75_000, account: 'other_expenses', days: 96.3 },
  { description: 'Scent samples for orders', amount: -38_900, account: 'marketing', days: 51.6 },
  { description: 'Cartons and tissue paper', amount: -58_700, account: 'cost_of_goods', days: 23.2 },
  { description: 'Home page photography', amount: -92_000, account: 'marketing', days: 8.9 },
]

const RENT = { amount: -165_000, account: 'rent' as const, months: 3 }

export function manualEntryEvents(now: number): SeedEvent[] {
  const dated = MANUAL_ENTRIES.map(({ days, ...entry }) => ({
    ...entry,
    at: Math.floor(now - days * DAY_MS),
  }))
  return [...dated, ...rentEntries(now)].map(({ description, amount, account, at }) => ({
    at,
    async run(store) {
      await addEntry(adminContext(store, at), { description, cents: amount, account })
    },
  }))
}

/** Due on the first of each month at 09:00 UTC. */
function rentEntries(now: number) {
  const today = new Date(now)
  const due = Array.from({ length: RENT.months + 1 }, (_, monthsAgo) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo, 1, 9),
  ).filter((at) => at <= now)
  return due.slice(0, RENT.months).map((at) => {
    const month = new Date(at).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })
    return { description: `Studio rent, ${month}`, amount: RENT.amount, account: RENT.account, at }
  })
}
