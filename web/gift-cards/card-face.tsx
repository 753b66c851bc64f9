import type { ReactNode } from 'react'

type Props = { storeName: string; amount?: string; className?: string; children?: ReactNode }

/** The front of the card: the store’s name on blush, and the amount once there is one. */
export function CardFace({ storeName, amount, className = '', children }: Props) {
  return (
    <div className={`gift-card-face flex flex-col justify-between p-8 ${className}`}>
      <p className="wrap-anywhere font-display text-headline">{storeName}</p>
      <div className="flex flex-wrap items-end justify-between gap-x-6">
        <p className="label">Gift card</p>
        {amount && <p className="tabular font-display text-title">{amount}</p>}
      </div>
      {children}
    </div>
  )
}
