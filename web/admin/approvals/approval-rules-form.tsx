import type { ApprovalRulesView } from '#core/approvals/change-approval-rules.server.ts'
import { decimalText } from '#core/money.ts'
import type { ApprovalSettings } from '#core/settings/store-settings.ts'
import { OwnerFields } from '#web/account/security/owner-form.tsx'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { useAdminPath } from '../admin-context.ts'
import { Section } from '../ui/section.tsx'
import { ApprovalReason } from './approval-reason.tsx'

type Props = { rules: ApprovalRulesView; canEdit: boolean }

export function ApprovalRulesForm({ rules, canEdit }: Props) {
  const { settings, inEffect, approvers, version } = rules
  const action = useAdminPath()('approvals/rules?show=settings')
  const isInEffect = inEffect.refundsAbove !== null || TOGGLES.some(([name]) => inEffect[name])
  return (
    <Section title="What needs a second person">
      <EffectNote rules={rules} />
      <ActionForm action={action} noValidate preventScrollReset className="mt-4 max-w-prose space-y-3">
        <fieldset disabled={!canEdit} className="space-y-1">
          <legend className="sr-only">Actions that need approval</legend>
          <input type="hidden" name="version" value={version} />
          <Checkbox
            name="refunds"
            label="Refunds above an amount"
            defaultChecked={settings.refundsAbove !== null}
          />
          <Field
            label="Amount per order (USD)"
            name="refundsAbove"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={decimalText(settings.refundsAbove ?? DEFAULT_LIMIT)}
            hint="Counts all refunds of an order together, converted to US dollars. Cancelling a paid order counts too."
            className="pb-2 pl-9"
          />
          <Field
            label="Refunds by support, per order (USD)"
            name="supportRefunds"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={decimalText(settings.supportRefunds)}
            hint="Above this, support asks for approval. While refunds need no approval, support can’t refund more."
            className="pb-2"
          />
          {TOGGLES.map(([name, label]) => (
            <Checkbox key={name} name={name} label={label} defaultChecked={settings[name]} />
          ))}
          <Field
            label="Personal records per person and day"
            name="personalRecordsPerDay"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={String(settings.personalRecordsPerDay)}
            hint="While exports need approval, lists and prints above this number need it too; each approval allows as many again that day. Single orders and customers stay open, and so does a search that finds up to 10. Owners get an email at this number, even if exports need no approval."
            className="pb-2 pl-9"
          />
        </fieldset>
        <ApprovalReason
          isNeeded={canEdit && isInEffect}
          note="Turning something off, or raising a number, needs a second person’s approval too."
        />
        {canEdit ? (
          <OwnerFields submitLabel="Save" passwordLabel="Your password" allFactors />
        ) : (
          <p>Only an owner can change this.</p>
        )}
      </ActionForm>
      <h3 className="mt-6 text-ink-soft">Who can approve</h3>
      <ul>
        {approvers.map(({ id, email, isOwner }) => (
          <li key={id}>
            {email}, {isOwner ? 'owner' : 'manager'}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const DEFAULT_LIMIT = 10_000

const TOGGLES: [
  Exclude<keyof ApprovalSettings, 'refundsAbove' | 'supportRefunds' | 'personalRecordsPerDay'>,
  string,
][] = [
  ['roleChanges', 'Role changes (an owner approves them)'],
  [
    'bulkDeletion',
    'Deleting several files at once, or more than 20 in an hour, and deleting a customer’s personal data',
  ],
  ['personalDataExport', 'Exports of personal data (customers, orders, newsletter, reviews)'],
]

function EffectNote({ rules: { settings, inEffect, approvers } }: { rules: ApprovalRulesView }) {
  const isOn = settings.refundsAbove !== null || TOGGLES.some(([name]) => settings[name])
  const owners = approvers.filter(({ isOwner }) => isOwner).length
  if (approvers.length < 2)
    return (
      <p className="max-w-prose">
        <StatusDot tone={isOn ? 'attention' : 'neutral'}>Not in effect.</StatusDot> Approval takes effect once
        at least two people can approve: owners and managers with a confirmed account that isn’t blocked. Now
        there is one.
      </p>
    )
  const needsOwner = settings.roleChanges && !inEffect.roleChanges
  return (
    <p className="max-w-prose">
      <StatusDot tone={isOn ? 'success' : 'neutral'}>{isOn ? 'In effect.' : 'Off.'}</StatusDot>{' '}
      {approvers.length} people can approve. Nobody can approve their own request.
      {needsOwner && ` Role changes wait for a second owner; there ${owners === 1 ? 'is one' : 'are none'}.`}
    </p>
  )
}
