import { href } from 'react-router'

/** A guest's cart needs scripts. */
export function NoScriptNotice({ next }: { next: string }) {
  return (
    <noscript>
      <p className="mt-8 max-w-prose">
        Please log in. Without JavaScript, only accounts can save a cart.{' '}
        <a href={`${href('/login')}?next=${next}`} className="link-line">
          Login to Add
        </a>
      </p>
    </noscript>
  )
}
