import { href } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'

export function SaveCartPrompt() {
  return (
    <section
      aria-labelledby="save-cart"
      className="flex flex-wrap items-center self-start justify-between gap-x-10 gap-y-5"
    >
      <div>
        <h2 id="save-cart" className="font-display text-name">
          Please log in
        </h2>
        <p className="mt-1 text-ink-soft text-small">Sign in to save this cart on all your devices.</p>
      </div>
      <ButtonLink variant="secondary" to={`${href('/login')}?next=${href('/cart')}`}>
        Login to Add
      </ButtonLink>
    </section>
  )
}
