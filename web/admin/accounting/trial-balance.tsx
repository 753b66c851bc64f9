import { ACCOUNT_DETAILS } from '#core/accounting/accounts.ts'
import { ACCOUNTS } from '#core/accounting/entries.ts'
import type { trialBalance } from '#core/accounting/ledger.server.ts'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { usd } from './report-table.tsx'

/** Debits and credits add up to zero; any other sum means that the books are wrong. Empty accounts are left out. */
export function TrialBalance({ accounts, sum }: ReturnType<typeof trialBalance>) {
  const formatSide = (amount: number, isVisible: boolean) => (isVisible ? usd(Math.abs(amount)) : '')
  return (
    <table className="tabular w-full" aria-label="Trial balance">
      <thead>
        <tr className="text-ink-soft">
          <th scope="col" className="h-9 border-hairline border-b text-left font-normal">
            Account
          </th>
          <th scope="col" className="border-hairline border-b text-right font-normal">
            Debit
          </th>
          <th scope="col" className="border-hairline border-b text-right font-normal">
            Credit
          </th>
        </tr>
      </thead>
      <tbody>
        {ACCOUNTS.filter((name) => accounts[name] !== 0).map((name) => (
          <tr key={name} className="border-hairline border-b">
            <th scope="row" className="h-9 text-left font-normal">
              {ACCOUNT_DETAILS[name].name}{' '}
              <span className="text-ink-soft">· {ACCOUNT_DETAILS[name].kind}</span>
            </th>
            <td className="text-right">{formatSide(accounts[name], accounts[name] > 0)}</td>
            <td className="text-right">{formatSide(accounts[name], accounts[name] < 0)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="h-10 text-left font-normal">
            {sum === 0 ? (
              <StatusDot tone="success">Balanced</StatusDot>
            ) : (
              <StatusDot tone="error">Out of balance</StatusDot>
            )}
          </th>
          <td colSpan={2} className="text-right">
            {usd(sum)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
