import type { SubmitEvent } from 'react'
import { WISH_FORM } from './wish-heart.tsx'

/** Of all hearts on a page. */
export function WishForm() {
  return <form id={WISH_FORM} method="post" action="/wishlist/items" onSubmit={toggle} />
}

function toggle(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault()
  const { submitter } = event.nativeEvent
  void import('./hearts.ts').then(({ toggleHeart }) => toggleHeart(submitter as HTMLButtonElement))
}
