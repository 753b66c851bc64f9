import { Field } from '../ui/field.tsx'
import { AccountForm, SendButton } from './form.tsx'
import { Section } from './section.tsx'

export type Secret = { qr: string; size: number; key: string; uri: string; recoveryCodes: string[] }
type Props = { on: boolean; secret: Secret | undefined; wrong: Record<string, string> | undefined }

export function SecondFactorSection({ on, secret, wrong }: Props) {
  return (
    <Section
      id="second-step"
      title="Two-step sign-in"
      lead={
        on
          ? 'It is on: after your password we ask for a code from your authenticator app.'
          : 'After your password we ask for a code that only your phone knows.'
      }
    >
      {on && <PasswordForm act="end-second-factor" send="Turn Off" wrong={wrong} />}
      {!on && !secret && <PasswordForm act="begin-second-factor" send="Set Up" wrong={wrong} />}
      {!on && secret && <Proof secret={secret} wrong={wrong} />}
    </Section>
  )
}

function PasswordForm({ act, send, wrong }: { act: string; send: string; wrong: Props['wrong'] }) {
  return (
    <AccountForm className="mt-0!" preventScrollReset key={act}>
      <input type="hidden" name="act" value={act} />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        error={wrong?.password}
      />
      <SendButton>{send}</SendButton>
    </AccountForm>
  )
}

/** Shown this once: it is in no address and no cache. */
function Proof({ secret, wrong }: { secret: Secret; wrong: Props['wrong'] }) {
  return (
    <ol className="space-y-12">
      <li>
        <h3>Scan this with your authenticator app</h3>
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
            or type the key <code className="break-all text-ink tracking-wider">{secret.key}</code>
          </span>
        </p>
      </li>
      <li>
        <h3>Keep these recovery codes somewhere safe</h3>
        <p className="mt-2 text-ink-soft text-small">
          Each opens your account once when the phone isn’t there. They are not shown again.
        </p>
        <ul aria-label="Recovery codes" className="tabular mt-5 grid grid-cols-2 gap-x-10 gap-y-2">
          {secret.recoveryCodes.map((code) => (
            <li key={code}>
              <code className="tracking-wider">{code}</code>
            </li>
          ))}
        </ul>
      </li>
      <li>
        <h3>Enter the code that the app shows now</h3>
        <AccountForm className="mt-4!" preventScrollReset>
          <input type="hidden" name="act" value="prove-second-factor" />
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            error={wrong?.code}
          />
          <SendButton>Turn On</SendButton>
        </AccountForm>
      </li>
    </ol>
  )
}
