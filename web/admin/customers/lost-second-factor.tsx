import type { Profile } from '#core/accounts/account.ts'
import type { OwnerProofs } from '#core/accounts/security/verify-owner.server.ts'
import { OwnerFields, OwnerProofsContext } from '#web/account/security/owner-form.tsx'
import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { useAdminPath } from '../admin-context.ts'

type Props = { profile: Profile; proofs: OwnerProofs }

/** For someone who lost their phone and their recovery codes. */
export function LostSecondFactor({ profile: { id, email }, proofs }: Props) {
  const action = useAdminPath()(`users/${id}`)
  const { fields } = useOwnResult(action)
  return (
    <section aria-label="Two-step sign-in" className="space-y-3">
      <h2 className="font-display text-name">Two-step sign-in</h2>
      <details open={fields !== undefined}>
        <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
          Lost phone and recovery codes…
        </summary>
        <ActionForm action={action} noValidate className="mt-2 space-y-4">
          <p>
            Make sure that the request is really from {email}. Two-step sign-in is turned off, they’re signed
            out everywhere, and they get an email.
          </p>
          <OwnerProofsContext value={proofs}>
            <OwnerFields
              submitLabel="Turn off two-step sign-in"
              passwordLabel="Your password"
              allFactors
              errors={fields}
            />
          </OwnerProofsContext>
        </ActionForm>
      </details>
    </section>
  )
}
