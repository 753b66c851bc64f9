import { href } from 'react-router'
import { ButtonLink } from '#web/ui/button.tsx'

export function EmptyWishlist() {
  return (
    <>
      <p className="mt-4 text-ink-soft">Tap the heart on a product to save it here.</p>
      <p className="mt-10">
        <ButtonLink to={href('/categories')}>See all products</ButtonLink>
      </p>
    </>
  )
}
