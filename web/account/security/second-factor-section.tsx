import { href } from 'react-router'
import { PageForm } from '#web/forms/page-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { OwnerDetails, OwnerForm } from './owner-form.tsx'
import { SecuritySection } from './security-section.tsx'

export type SecondFactorSecret = {
  qr: string
  size: number
  key: string
  uri: string
  recoveryCodes: string[]
}
type Props = {
  isEnabled: boolean
  isRequired: boolean | undefined
  secret: SecondFactorSecret | undefined
  /** New ones, which replace the earlier ones. */
  recoveryCodes: string[] | undefined
}

export function SecondFactorSection({ isEnabled, isRequired, secret, recoveryCodes }: Props) {
  return (
    <SecuritySection
      id="second-step"
      title="Two-step sign-in"
      lead={
        isEnabled
          ? 'Two-step sign-in is on. After your password, we ask for a code from your authenticator app.'
          : isRequired
            ? 'Administrators of this store need two-step sign-in. Set it up to open the back office.'
            : 'Protect your account with a code from your phone in addition to your password.'
      }
    >
      {isEnabled && recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      {isEnabled && !recoveryCodes && (
        <>
          <OwnerDetails
            action={href('/profile/security/second-factor/codes')}
            label="New recovery codes"
            submitLabel="Create new codes"
            allFactors
          />
          <OwnerDetails
            action={href('/profile/security/second-factor/removal')}
            label="Turn off"
            submitLabel="Turn off"
            allFactors
          />
        </>
      )}
      {!isEnabled && !secret && (
        <OwnerForm action={href('/profile/security/second-factor')} className="mt-0!" submitLabel="Set up" />
      )}
      {!isEnabled && secret && <SecondFactorSetup secret={secret} />}
    </SecuritySection>
  )
}

/** The secret is shown once: it is in no URL and no cache. */
function SecondFactorSetup({ secret }: { secret: SecondFactorSecret }) {
  return (
    <ol className="space-y-12">
      <li>
        <h3>Scan this QR code with your authenticator app</h3>
        <svg
          role="img"
          aria-label="QR code for your authenticator app"
          viewBox={`-4 -4 ${secret.size + 8} ${secret.size + 8}`}
          className="mt-5 size-52 bg-white"
          shapeRendering="crispEdges"
        >
          <path d={secret.qr} className="fill-ink" />
        </svg>
        <p className="mt-5 text-small">
          <a href={secret.uri} className="link-line inline-flex min-h-9 items-center">
            Open in an app on this device
          </a>
          <span className="block text-ink-soft">
            Or enter this key: <code className="break-all text-ink tracking-wider">{secret.key}</code>
          </span>
        </p>
      </li>
      <li>
        <RecoveryCodes codes={secret.recoveryCodes} />
      </li>
      <li>
        <h3>Enter the current code from the app</h3>
        <PageForm
          action={href('/profile/security/second-factor/confirmation')}
          className="mt-4!"
          preventScrollReset
        >
          <Field label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={10} />
          <SubmitButton>Turn on</SubmitButton>
        </PageForm>
      </li>
    </ol>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <>
      <h3>Save these recovery codes somewhere safe</h3>
      <p className="mt-2 text-ink-soft text-small">
        Each code signs you in once if you don’t have your phone. You won’t see them again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="tabular mt-5 grid gap-x-10 gap-y-2 text-small sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code className="tracking-wider">{code}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
