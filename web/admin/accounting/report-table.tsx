import type { ReactNode } from 'react'
import { formatFigure } from '#core/money.ts'

export const usd = (amount: number) => formatFigure({ amount, currency: 'usd' })

export function TableHead({ titles }: { titles: string[] }) {
  return (
    <thead>
      <tr className="border-ink border-b text-ink-soft">
        {titles.map((title, index) => (
          <th key={title} scope="col" className={`h-9 font-normal ${index ? 'text-right' : 'text-left'}`}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

export function AmountCell({ children }: { children: ReactNode }) {
  return <td className="py-1 pl-3 text-right">{children}</td>
}
