/** Saves a product. hearts.ts marks those on the shopper's list; without scripts, the button adds the product. */
export function WishHeart({ id, name }: { id: string; name: string }) {
  return (
    <button
      type="submit"
      form={WISH_FORM}
      name="productId"
      value={id}
      aria-pressed={false}
      aria-label={`Save ${name}`}
      className="heart"
    />
  )
}

/** The form of all hearts on a page. */
export const WISH_FORM = 'wish'
