import { findPayout, listTransactions } from '#core/accounting/payouts/payouts.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { adminMeta, listQueryFrom, requireAdmin } from '../../admin-context.ts'
import { HeaderLink } from '../../ui/admin-link.tsx'
import { ExportLink } from '../../ui/export-link.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Section } from '../../ui/section.tsx'
import { StatList } from '../../ui/stat-list.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import type { Route } from './+types/payout-details'
import { balanceFigure } from './balance-figure.ts'
import { PayoutStatus } from './payout-status.tsx'
import { TRANSACTION_COLUMNS } from './transaction-columns.tsx'

export const meta = adminMeta('Payout')

export async function loader({ context, url, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const payout = await refusalToResponse(findPayout(ctx, params.id))
  const { sort, cursor } = listQueryFrom(url)
  return { payout, page: await refusalToResponse(listTransactions(ctx, { scope: payout.id, sort, cursor })) }
}

export default function PayoutDetails({ loaderData: { payout, page } }: Route.ComponentProps) {
  const { id, amount, currency, gross, fees, createdAt, arrivesAt, failure, automatic } = payout
  const figure = (value: number | null) => (value === null ? '–' : balanceFigure(value, currency))
  return (
    <>
      <ScreenHeader title="Payout" lead={<span className="wrap-anywhere">{id}</span>}>
        <HeaderLink to="accounting/payouts">Payouts</HeaderLink>
        <ExportLink list="card-transactions" scope={id} />
      </ScreenHeader>
      <StatList
        stats={[
          ['Paid out', figure(amount)],
          ['Gross', figure(gross)],
          ['Fees', figure(fees)],
          ['Status', <PayoutStatus key="status" payout={payout} />, failure ?? undefined],
          ['Created', <Timestamp key="created" at={createdAt} />],
          ['Arrives', <Timestamp key="arrives" at={arrivesAt} />],
        ]}
      />
      <div className="mt-8">
        <Section title="Transactions">
          <DataList
            label="Transactions"
            columns={TRANSACTION_COLUMNS}
            page={page}
            defaultSort="newest"
            empty={
              automatic
                ? 'The card provider hasn’t listed the transactions of this payout yet.'
                : 'The card provider lists no transactions for payouts that are made by hand.'
            }
          />
        </Section>
      </div>
    </>
  )
}
