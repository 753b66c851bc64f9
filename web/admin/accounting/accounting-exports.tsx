import { calendarMonth, daysOfMonth } from '#core/dates.ts'
import { StoreDate } from '#core/orders/admin/placed-orders.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { WITHOUT_PERSONAL_DATA } from '../exports/list-exports.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/accounting-exports'
import { AccountingLinks } from './accounting-links.tsx'

export const meta = adminMeta('Accounting exports')

/** The days of the URL, or the current month. */
export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  const month = daysOfMonth(calendarMonth(ctx.now, timeZone))
  const readDay = (name: 'from' | 'to') => StoreDate.safeParse(url.searchParams.get(name)).data ?? month[name]
  return { from: readDay('from'), to: readDay('to') }
}

const FILES = [
  ['journal', 'Journal', 'Every entry with its accounts, debits, and credits.'],
  ['invoices', 'Invoices and credit notes', 'Numbers, dates, countries, tax, and totals.'],
  ['tax', 'Tax', 'By country and tax rate, as booked: sales, refunds, and the tax due.'],
  ['orders', 'Orders', 'By the day they were placed: countries, amounts, tax, and refunds.'],
  ['order-lines', 'Order lines', 'Products, quantities, discounts, and tax of these orders.'],
  ['returns', 'Returns', 'By the day they were requested, with what was refunded.'],
] as const

const [PARAMETER, NO] = WITHOUT_PERSONAL_DATA

export default function AccountingExports({ loaderData }: Route.ComponentProps) {
  const { from, to } = loaderData
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader
        title="Exports"
        lead="CSV files of days in the store’s time zone. Times in them are in UTC. They have no names, email addresses, or street addresses."
      />
      <AccountingLinks />
      {/* A form of the browser's own, because the response is a file. */}
      <form method="get" action={adminPath('export/journal.csv')} className="max-w-3xl">
        <input type="hidden" name={PARAMETER} value={NO} />
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          <Field label="From" name="from" type="date" required defaultValue={from} key={`from ${from}`} />
          <Field label="To" name="to" type="date" required defaultValue={to} key={`to ${to}`} />
        </div>
        <ul className="mt-6 divide-y divide-hairline">
          {FILES.map(([list, title, description]) => (
            <li key={list} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
              <div>
                <p>{title}</p>
                <p className="text-ink-soft">{description}</p>
              </div>
              <SubmitButton variant="secondary" formAction={adminPath(`export/${list}.csv`)}>
                Export {title.toLowerCase()}
              </SubmitButton>
            </li>
          ))}
        </ul>
      </form>
    </>
  )
}
