import { giftCardName } from '#core/gift-cards/gift-card.ts'
import {
  type AdminGiftCard,
  findAdminGiftCard,
  type GiftCardMovement,
  listMovements,
} from '#core/gift-cards/gift-card-list.server.ts'
import { formatMoney } from '#core/money.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import { StatList } from '../ui/stat-list.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/gift-card-details'
import { CodeNote } from './code-note.tsx'
import { GIFT_CARD_FORMS, type GiftCardResult } from './gift-card-forms.ts'
import { GiftCardStatus } from './gift-card-status.tsx'

export const meta = adminMeta('Gift card')

export async function loader({ context, url, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const card = await refusalToResponse(findAdminGiftCard(ctx, params.id))
  const { cursor } = listQueryFrom(url)
  return { card, movements: await refusalToResponse(listMovements(ctx, card.id, { cursor })) }
}

export const action = adminAction(GIFT_CARD_FORMS, 'Not done', { keepQuery: true })

export default function GiftCardDetails({ loaderData }: Route.ComponentProps) {
  const { card, movements } = loaderData
  const { id, kind, last4, state, balance, initial, currency, expiresAt } = card
  const code = usePageResult<GiftCardResult>()?.code
  const money = (amount: number) => formatMoney({ amount, currency })
  const path = useAdminPath()(`gift-cards/${id}`)
  return (
    <>
      <ScreenHeader title={giftCardName(last4)} lead={<CardOwner card={card} />} />
      <FormNotice className="mb-4 max-w-prose" />
      {code && <CodeNote code={code}>Anyone with this code can spend the balance.</CodeNote>}
      <StatList
        stats={[
          ['Balance', money(balance)],
          ['Issued with', money(initial)],
          ['Status', <GiftCardStatus key="status" card={card} />],
          ['Expires', expiresAt ? <Timestamp key="expires" at={expiresAt} /> : 'Never'],
          ['Email', <EmailState key="email" card={card} />],
          ['Issued', <Timestamp key="issued" at={card.createdAt} />],
        ]}
      />
      <div className="mt-8 grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_20rem]">
        <div className="min-w-0 space-y-10">
          {card.message && (
            <Section title="Message">
              <p className="wrap-anywhere max-w-prose whitespace-pre-line">{card.message}</p>
            </Section>
          )}
          <Section title="Changes">
            <DataTable
              label="Changes"
              columns={movementColumns(money)}
              rows={movements.rows}
              empty="No changes yet."
            />
            <Pager next={movements.next} previous={movements.previous} />
          </Section>
        </div>
        {state !== 'pending' && (
          <div className="space-y-10">
            <Section title="Change balance">
              <ActionForm
                key={movements.rows[0]?.id}
                action={`${path}/adjustment`}
                noValidate
                className="space-y-3"
              >
                <Field
                  label={`Amount in ${currency.toUpperCase()}`}
                  name="change"
                  inputMode="decimal"
                  autoComplete="off"
                  hint="Such as 10, or -10 to take it off."
                />
                <Field label="Reason" name="note" maxLength={500} hint="Only staff see it." />
                <SubmitButton variant="secondary">Change balance</SubmitButton>
              </ActionForm>
            </Section>
            <Section title="Manage">
              <div className="space-y-1">
                {kind === 'code' && <CodeActions path={path} />}
                {state === 'disabled' ? (
                  <ActionForm action={`${path}/enable`}>
                    <SubmitButton variant="secondary">Enable</SubmitButton>
                  </ActionForm>
                ) : (
                  <ConfirmDetails
                    label="Disable…"
                    question="It pays nothing until you enable it again. The balance stays."
                    action={`${path}/disable`}
                    confirmLabel="Disable"
                  />
                )}
              </div>
            </Section>
          </div>
        )}
      </div>
    </>
  )
}

function CodeActions({ path }: { path: string }) {
  return (
    <>
      <ConfirmDetails
        label="Show code…"
        question="Anyone with the code can spend the balance. The audit log records that you saw it."
        action={`${path}/code`}
        confirmLabel="Show code"
      />
      <ConfirmDetails
        label="Replace code…"
        question="The former code stops working at once. You get a new one to pass on."
        action={`${path}/code/replace`}
        confirmLabel="Replace code"
      />
    </>
  )
}

function CardOwner({ card }: { card: AdminGiftCard }) {
  const { accountId, accountEmail, recipientName, recipientEmail, orderNumber } = card
  if (accountId) return <AdminLink to={`users/${accountId}`}>{accountEmail ?? 'View customer'}</AdminLink>
  const recipient = [recipientName, recipientEmail].filter(Boolean).join(', ')
  return (
    <>
      {recipient && `For ${recipient}. `}
      {orderNumber ? (
        <AdminLink to={`orders/${orderNumber}`}>Sold with order #{orderNumber}</AdminLink>
      ) : (
        'Issued by staff'
      )}
    </>
  )
}

function EmailState({ card: { sendAt, sentAt } }: { card: AdminGiftCard }) {
  if (sentAt)
    return (
      <>
        Sent <Timestamp at={sentAt} />
      </>
    )
  return sendAt ? (
    <>
      Planned for <Timestamp at={sendAt} />
    </>
  ) : (
    'None'
  )
}

const REASONS: Record<GiftCardMovement['reason'], string> = {
  issued: 'Issued',
  sold: 'Sold',
  redeemed: 'Paid an order',
  released: 'Order cancelled',
  refunded: 'Refunded',
  adjusted: 'Changed by staff',
  taken_back: 'Refunded to its buyer',
  restored: 'Refund failed',
}

function movementColumns(money: (amount: number) => string): Column<GiftCardMovement>[] {
  return [
    {
      title: 'Date',
      placement: 'lead',
      cell: ({ createdAt }) => <Timestamp at={createdAt} showTime />,
    },
    {
      title: 'What',
      cell: ({ reason, orderNumber }) => (
        <>
          {REASONS[reason]}
          {orderNumber && (
            <>
              {' '}
              <AdminLink to={`orders/${orderNumber}`}>#{orderNumber}</AdminLink>
            </>
          )}
        </>
      ),
    },
    { title: 'Note', cell: ({ note }) => note },
    {
      title: 'Amount',
      align: 'end',
      placement: 'side',
      cell: ({ change }) => `${change > 0 ? '+' : '−'}${money(Math.abs(change))}`,
    },
  ]
}
