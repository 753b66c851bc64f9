import type { ReactNode } from 'react'
import type { Profile } from '#core/accounts/account.ts'
import type { OwnerProofs } from '#core/accounts/security/verify-owner.server.ts'
import { formatAddress } from '#core/customers/postal-address.ts'
import type { CustomerSettings, SavedAddress } from '#core/customers/profile.ts'
import { OwnerFields, OwnerProofsContext } from '#web/account/security/owner-form.tsx'
import { ActionForm } from '#web/forms/action-form.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { useAdminPath } from '../admin-context.ts'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

export function Addresses({ addresses }: { addresses: SavedAddress[] }) {
  return (
    <SideSection title="Addresses">
      {addresses.length === 0 && <p className="text-ink-soft">No addresses saved</p>}
      {addresses.map((savedAddress) => (
        <address key={savedAddress.id} className="not-italic">
          <span className="text-ink-soft">
            {savedAddress.label}
            {savedAddress.isDefault && ', default'}
          </span>
          <br />
          {formatAddress(savedAddress)}
        </address>
      ))}
    </SideSection>
  )
}

const CONSENTS = {
  orderConfirmations: 'Order confirmations',
  shippingUpdates: 'Shipping updates',
  promotionalEmails: 'Promotional emails',
  allowCookies: 'Cookies',
  shareData: 'Personalized recommendations',
} as const satisfies Record<keyof CustomerSettings, string>

export function ConsentSettings({ settings }: { settings: CustomerSettings }) {
  return (
    <SideSection title="Consent">
      <dl className="grid grid-cols-[1fr_auto] gap-y-1">
        {(Object.keys(CONSENTS) as (keyof CustomerSettings)[]).map((name) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{CONSENTS[name]}</dt>
            <dd className="text-right">{settings[name] ? 'Yes' : 'No'}</dd>
          </div>
        ))}
      </dl>
    </SideSection>
  )
}

type StatusProps = {
  profile: Profile
  /** Who unblocks a member of the staff confirms it with one of these. */
  proofs: OwnerProofs | null
}

export function AccountStatus({ profile: { id, email, blockedAt }, proofs }: StatusProps) {
  const adminPath = useAdminPath()
  return (
    <SideSection title="Account status">
      {blockedAt ? (
        <>
          <p>
            <StatusDot tone="error">Blocked</StatusDot> <Timestamp at={blockedAt} showTime />
          </p>
          <p>This customer can’t sign in or place orders.</p>
          <ActionForm action={adminPath(`users/${id}/unblock`)} noValidate className="space-y-3">
            {proofs ? (
              <OwnerProofsContext value={proofs}>
                <OwnerFields submitLabel="Unblock" passwordLabel="Your password" allFactors />
              </OwnerProofsContext>
            ) : (
              <SubmitButton variant="secondary">Unblock</SubmitButton>
            )}
          </ActionForm>
        </>
      ) : (
        <ConfirmDetails
          label="Block customer…"
          question={`Block ${email}? They’ll be signed out and can’t sign in or place orders. Paid orders aren’t affected.`}
          action={adminPath(`users/${id}/block`)}
          confirmLabel="Block"
        />
      )}
    </SideSection>
  )
}

function SideSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="space-y-3">
      <h2 className="font-display text-name">{title}</h2>
      {children}
    </section>
  )
}
