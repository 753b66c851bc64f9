import { Form, href, Link } from 'react-router'
import { onlyForAdmins } from '../account/who.ts'
import { guarded } from '../guard.ts'
import { Button } from '../ui/button.tsx'
import type { Route } from './+types/back-office.ts'

export const meta = () => [{ title: 'Back office · Eternal Beauty' }, { name: 'robots', content: 'noindex' }]

export const middleware: Route.MiddlewareFunction[] = [guarded]

export function loader({ context }: Route.LoaderArgs) {
  return { email: onlyForAdmins(context).actor.email }
}

export default function BackOffice({ loaderData }: Route.ComponentProps) {
  return (
    <main className="mx-auto min-h-dvh max-w-page px-gutter py-14 md:py-20">
      <header className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 border-hairline border-b pb-6">
        <Link to="/" className="font-display text-name">
          Eternal Beauty
        </Link>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-small">
          <span className="text-ink-soft">{loaderData.email}</span>
          <SignOutButton />
        </div>
      </header>
      <h1 className="mt-14 font-display text-title">Back office</h1>
      <p className="mt-5 max-w-prose text-ink-soft">
        You are signed in as an administrator. The back office itself, with users, orders, accounting and
        media, comes later.
      </p>
      <p className="mt-8">
        <Link to={href('/profile')} className="link-line">
          Your own profile
        </Link>
      </p>
    </main>
  )
}

function SignOutButton() {
  return (
    <Form method="post" action={href('/sign-out')} className="contents">
      <input type="hidden" name="to" value={href('/admin/login')} />
      <Button type="submit" look="quiet">
        Sign Out
      </Button>
    </Form>
  )
}
