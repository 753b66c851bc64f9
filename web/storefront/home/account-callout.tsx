import { href } from 'react-router'
import { useAuth } from '#web/account/auth.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'

export function AccountCallout() {
  const { isSignedIn, isAdmin } = useAuth()
  if (isAdmin)
    return (
      <Callout title="Admin Panel" description="See new orders, check stock, and manage who has access.">
        <ButtonLink to="/admin">Dashboard</ButtonLink>
        <ButtonLink variant="secondary" to="/admin/users">
          Users
        </ButtonLink>
      </Callout>
    )
  if (isSignedIn) return null
  return (
    <Callout title="Your account" description="Your orders, addresses, and cart, on every device.">
      <ButtonLink to={href('/customer/login')}>Get Started with Customer Login</ButtonLink>
      <ActionLink to={href('/admin/login')} className="text-ink-soft text-small">
        Admin Login
      </ActionLink>
    </Callout>
  )
}

type Props = { title: string; description: string; children: React.ReactNode }

function Callout({ title, description, children }: Props) {
  return (
    <section
      aria-label={title}
      className="mx-auto grid max-w-page gap-x-16 gap-y-8 px-gutter pt-section md:grid-cols-[1fr_auto] md:items-end"
    >
      <div>
        <h2 className="font-display text-title">{title}</h2>
        <p className="mt-4 max-w-prose text-ink-soft">{description}</p>
      </div>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-4">{children}</p>
    </section>
  )
}
