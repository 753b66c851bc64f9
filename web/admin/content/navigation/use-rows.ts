import { useEffect, useRef, useState } from 'react'

export type Keyed<Row> = Row & { key: string }

const withKey = <Row extends object>(row: Row, key: number): Keyed<Row> => ({ ...row, key: `${key}` })

/** Rows that are moved, removed, and added in the page. Their fields keep what was typed. */
export function useRows<Row extends object>(saved: Row[], onChange: () => void) {
  const [rows, setRows] = useState(() => saved.map(withKey))
  const [savedOrder] = useState(() => orderOf(rows))
  const [isHydrated, setIsHydrated] = useState(false)
  const next = useRef(saved.length)
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<{ key: string; button: string } | null>(null)
  useEffect(() => setIsHydrated(true), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are in another order
  useEffect(() => {
    onChange()
    if (!moved.current) return
    const row = list.current?.querySelector(`[data-row="${moved.current.key}"]`)
    const buttons = [...(row?.querySelectorAll<HTMLElement>(':scope > [data-buttons] button') ?? [])]
    const pressed = buttons.find(({ dataset }) => dataset.move === moved.current?.button)
    ;(pressed ?? buttons[0])?.focus()
    moved.current = null
  }, [rows])

  function move(index: number, steps: 1 | -1): void {
    const row = rows[index]
    if (!row || !rows[index + steps]) return
    moved.current = { key: row.key, button: steps < 0 ? 'up' : 'down' }
    setRows(rows.toSpliced(index, 1).toSpliced(index + steps, 0, row))
  }
  function remove(index: number): void {
    const neighbor = rows[index + 1] ?? rows[index - 1]
    moved.current = neighbor ? { key: neighbor.key, button: 'remove' } : null
    setRows(rows.toSpliced(index, 1))
  }
  function append(row: Row): void {
    setRows([...rows, withKey(row, next.current++)])
  }
  return { rows, order: orderOf(rows), savedOrder, isHydrated, list, move, remove, append }
}

const orderOf = (rows: { key: string }[]) => rows.map(({ key }) => key).join(' ')
