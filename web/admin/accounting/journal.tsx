import { ACCOUNT_DETAILS } from '#core/accounting/accounts.ts'
import type { JournalEntry } from '#core/accounting/journal.server.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import { AmountCell, TableHead, usd } from './report-table.tsx'

export function Journal({ entries, more }: { entries: JournalEntry[]; more: boolean }) {
  if (!entries.length) return <p className="text-ink-soft">No entries this month.</p>
  return (
    <>
      <table className="tabular w-full" aria-label="Journal">
        <TableHead titles={['Account', 'Debit', 'Credit']} />
        {entries.map(({ id, at, description, orderNumber, lines }) => (
          <tbody key={id} className="break-inside-avoid border-hairline border-b">
            <tr>
              <th scope="rowgroup" colSpan={3} className="pt-3 pb-1 text-left font-normal">
                <Timestamp at={at} /> · {description}
                {orderNumber && !description.includes(orderNumber) && ` · Order #${orderNumber}`}
              </th>
            </tr>
            {lines.map(({ account, amount }) => (
              <tr key={account} className="text-ink-soft">
                <td className={amount < 0 ? 'pl-8' : 'pl-3'}>{ACCOUNT_DETAILS[account].name}</td>
                <AmountCell>{amount > 0 ? usd(amount) : ''}</AmountCell>
                <AmountCell>{amount < 0 ? usd(-amount) : ''}</AmountCell>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {more && (
        <p className="mt-4 text-ink-soft">
          Showing the first {entries.length.toLocaleString('en-US')} entries of the month. Export CSV has all
          of them.
        </p>
      )}
    </>
  )
}
