import { ACCOUNT_DETAILS, type AccountKind, accountsOfKind } from '#core/accounting/accounts.ts'
import type { balanceSheet } from '#core/accounting/ledger.server.ts'
import { AmountCell, usd } from './report-table.tsx'

const SECTIONS: [AccountKind, string][] = [
  ['asset', 'Assets'],
  ['liability', 'Liabilities'],
  ['equity', 'Equity'],
]

type Line = { name: string; amount: number }

export function BalanceSheet({ accounts, retainedProfit }: ReturnType<typeof balanceSheet>) {
  const linesOf = (kind: AccountKind): Line[] => {
    const sign = kind === 'asset' ? 1 : -1
    const lines = accountsOfKind(kind)
      .filter((account) => accounts[account] !== 0)
      .map((account) => ({ name: ACCOUNT_DETAILS[account].name, amount: sign * accounts[account] }))
    return kind === 'equity' ? [...lines, { name: 'Profit to date', amount: retainedProfit }] : lines
  }
  return (
    <table className="tabular w-full" aria-label="Balance sheet">
      {SECTIONS.map(([kind, title]) => (
        <BalanceSection key={kind} title={title} lines={linesOf(kind)} />
      ))}
    </table>
  )
}

function BalanceSection({ title, lines }: { title: string; lines: Line[] }) {
  return (
    <tbody>
      <tr className="border-ink border-b">
        <th scope="rowgroup" colSpan={2} className="h-10 pt-4 text-left">
          {title}
        </th>
      </tr>
      {lines.map(({ name, amount }) => (
        <tr key={name} className="border-hairline border-b">
          <th scope="row" className="h-9 text-left font-normal">
            {name}
          </th>
          <AmountCell>{usd(amount)}</AmountCell>
        </tr>
      ))}
      <tr>
        <th scope="row" className="h-9 text-left font-normal">
          Total {title.toLowerCase()}
        </th>
        <AmountCell>{usd(lines.reduce((sum, { amount }) => sum + amount, 0))}</AmountCell>
      </tr>
    </tbody>
  )
}
