import { href, Link, useNavigate } from 'react-router'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { AccountForm } from './form.tsx'
import { Section } from './section.tsx'

const HERE = href('/profile/security')
const ASKED = `${HERE}?ask=delete`

type Props = { leaving: boolean; wrong: Record<string, string> | undefined }

export function DataSection({ leaving, wrong }: Props) {
  return (
    <Section
      id="data"
      title="Your data"
      lead="Everything we keep about you, as one file; and the way to leave."
    >
      <p className="flex flex-wrap items-center gap-x-10 gap-y-4">
        <ButtonLink look="quiet" to={href('/profile/data')} reloadDocument download>
          Download My Data
        </ButtonLink>
        <Link
          to={ASKED}
          preventScrollReset
          className="link-line inline-flex min-h-11 items-center text-rosewood text-small"
        >
          Delete My Account
        </Link>
      </p>
      {leaving && <Leaving wrong={wrong} />}
    </Section>
  )
}

function Leaving({ wrong }: { wrong: Props['wrong'] }) {
  const navigate = useNavigate()
  const stay = () => void navigate(HERE, { preventScrollReset: true })
  return (
    <Dialog title="Delete your account?" onClosed={stay}>
      <p className="mt-4 text-ink-soft text-small">
        Your profile, addresses and settings go for good. Orders keep their amounts, not your name.
      </p>
      <AccountForm>
        <input type="hidden" name="act" value="delete-account" />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          hint="Leave it empty if you only ever sign in with Google."
          error={wrong?.password}
        />
        <p className="flex flex-wrap gap-4">
          <Button type="submit" className="bg-rosewood!">
            Delete My Account
          </Button>
          <ButtonLink look="quiet" to={HERE} preventScrollReset>
            Keep It
          </ButtonLink>
        </p>
      </AccountForm>
    </Dialog>
  )
}
