import { href } from 'react-router'

/** A guest's cart needs scripts. */
export function NoScriptNotice({ next }: { next: string }) {
  return (
    <noscript>
      <p className="mt-8 max-w-prose">
        Please log in. Without scripts only an account’s cart can be kept.{' '}
        <a href={`${href('/login')}?next=${next}`} className="link-line">
          Login to Add
        </a>
      </p>
    </noscript>
  )
}
