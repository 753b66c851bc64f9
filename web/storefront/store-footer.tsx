import type { Navigation } from '#core/content/navigation/navigation.server.ts'
import type { Region } from '#core/regions/regions.ts'
import type { StoreIdentity } from '#core/settings/store-identity.server.ts'
import { Link } from '#web/ui/link.tsx'
import { telUrl } from './customer-service.tsx'
import { NewsletterForm } from './newsletter/sign-up-form.tsx'

type Props = { region: Region; store: StoreIdentity; text: string; navigation: Navigation }

export function StoreFooter({ region, store: { name, support }, text, navigation }: Props) {
  const { country, currency } = region
  return (
    <footer className="mt-section border-ink/15 border-t">
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-12 px-gutter py-14 text-small sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        <div className="sm:col-span-2">
          <p className="font-display text-name">{name}</p>
          {text && <p className="mt-3 max-w-80 text-ink-soft">{text}</p>}
          <div className="mt-8 [body:has(main_[action='/newsletter'])_&]:hidden">
            <NewsletterForm />
          </div>
          {navigation.social.length > 0 && (
            <ul aria-label="Social media" className="mt-6 flex flex-wrap gap-x-6">
              {navigation.social.map(({ path, title }) => (
                <FooterLink key={path} to={path}>
                  {title}
                </FooterLink>
              ))}
            </ul>
          )}
        </div>
        {navigation.footer.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <p className="label text-ink-soft">{heading}</p>
            <ul className="mt-2">
              {links.map(({ path, title }) => (
                <FooterLink key={path} to={path}>
                  {title}
                </FooterLink>
              ))}
            </ul>
          </nav>
        ))}
        <div>
          <p className="label text-ink-soft">Contact us</p>
          <ul className="mt-2">
            <FooterLink to={`mailto:${support.email}`}>{support.email}</FooterLink>
            <FooterLink to={telUrl(support.phone)}>{support.phone}</FooterLink>
          </ul>
        </div>
        <p>
          <span className="label block text-ink-soft">Region</span>
          <span className="mt-3 block">{`Shipping to: ${country} (${currency.toUpperCase()})`}</span>
        </p>
      </div>
    </footer>
  )
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to} className="link-line inline-flex min-h-9 items-center">
        {children}
      </Link>
    </li>
  )
}
