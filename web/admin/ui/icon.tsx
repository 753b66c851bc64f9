const PATHS = {
  dashboard: 'M3.5 3.5h5.5v7H3.5zM11 3.5h5.5v4H11zM3.5 12.5h5.5v4H3.5zM11 9.5h5.5v7H11z',
  people:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 16.5c.3-3 2.3-4.800 5.500-4.800s5.200 1.800 5.500 4.800M13 9.300a2.600 2.600 0 1 0-.6-5.100M14.500 12c2 .4 3.200 2 3.500 4.500',
  parcel: 'M3 6.200 10 3l7 3.200v7.600L10 17l-7-3.200zM3 6.200l7 3.300 7-3.300M10 9.500V17',
  book: 'M4 3.500h9.500a2 2 0 0 1 2 2v11H6a2 2 0 0 1-2-2zM4 14.500a2 2 0 0 1 2-2h9.500M7.500 6.500h5',
  picture: 'M3 4h14v12H3zM3 13.500l4-4 3.500 3.500 2.500-2.500 4 4M12.500 7.500h.01',
  file: 'M5 2.500h6.500L15 6v11.500H5zM11.500 2.500V6H15M7.500 10h5M7.500 13h5',
  key: 'M7 13a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM10.500 9.500H17.500M15 9.500v3M17.500 9.500v2',
  bottle: 'M8 2.500h4v3l1.500 2.500v9.500h-7V8L8 5.500zM8 5.500h4M6.500 11h7M6.500 14.500h7',
  chart: 'M3 17h14M5 14v-4M9 14V5M13 14V8M17 14v-2',
  star: 'M10 3l2.100 4.600 4.900.5-3.700 3.300 1.100 4.900L10 13.700l-4.400 2.600 1.100-4.900L3 8.100l4.900-.5z',
  tag: 'M3 3.500h6.500l7.500 7.500-6 6L3 9.500zM6.500 7h.01',
  mail: 'M3 5h14v10.5H3zM3 5.500l7 5.500 7-5.500',
  shield: 'M10 2.500l6 2.500v5c0 3.500-2.500 6-6 7.500-3.500-1.500-6-4-6-7.500V5zM7.500 10l2 2 3.500-4',
  sliders: 'M3 6h7M14 6h3M3 14h3M10 14h7M10 6a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM6 14a2 2 0 1 0 4 0 2 2 0 0 0-4 0z',
  pen: 'M3.500 16.500l.8-3.500L13 4.300a1.900 1.900 0 0 1 2.700 2.700L7 15.700zM11.500 5.800l2.700 2.700',
  approve: 'M3 4h14v9H3zM6.500 17h7M10 13v4M7 8.500l2 2 4-4',
  plug: 'M7 2.500v4M13 2.500v4M5 6.500h10V10a5 5 0 0 1-10 0zM10 15v2.500',
  panel: 'M3 4h14v12H3zM8 4v12',
  menu: 'M3 6h14M3 10h14M3 14h14',
  return: 'M7 4 3.500 7.500 7 11M4 7.500h8a4.500 4.500 0 0 1 0 9H7',
  badge:
    'M4 5.500h12v11H4zM8 5.500v-2h4v2M10 11.200a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400zM7 14.300c.5-1.300 1.600-2 3-2s2.500.7 3 2',
  search: 'M9 14.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11zM13 13l4 4',
} as const

export type IconName = keyof typeof PATHS

/** Decorative: the text beside it, visible or not, is its accessible name. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={`size-5 shrink-0 fill-none stroke-current ${className}`}
      strokeWidth="1.25"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
