import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import blocks from '../../ui/Blocks.module.css'
import classes from './Order.module.css'

export interface Ordered {
  readonly id: string
  readonly name: string
}

/** The same with what stood at one place at another. Pure. */
const moved = <T,>(rows: readonly T[], from: number, to: number): readonly T[] => {
  const row = rows[from]
  if (row === undefined || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

interface OrderRowsProps {
  rows: readonly Ordered[]
  onChange: (rows: readonly Ordered[]) => void
}

/** Over which row the pointer is, by its place. */
function placeUnder({ clientX, clientY }: PointerEvent): number | null {
  const row = document.elementFromPoint(clientX, clientY)?.closest('[data-place]')
  return row instanceof HTMLElement ? Number(row.dataset['place']) : null
}

/** Rows that are put in order: drawn by their grip, by the arrow keys on it, or by two buttons. */
export function OrderRows({ rows, onChange }: OrderRowsProps) {
  const { t } = useTranslation('game-catalogue')
  const [drawn, setDrawn] = useState<string | null>(null)
  const move = (from: number, to: number) => onChange(moved(rows, from, to))
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    move(at, at + by)
  }
  const begin = (id: string) => (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrawn(id)
  }
  const draw = (event: PointerEvent) => {
    const [from, to] = [rows.findIndex(({ id }) => id === drawn), placeUnder(event)]
    if (from >= 0 && to !== null && to !== from) move(from, to)
  }
  const end = () => setDrawn(null)
  return (
    <ol className={classes['rows']}>
      {rows.map((row, at) => (
        <li
          key={row.id}
          className={classes['row']}
          data-place={at}
          data-drawn={drawn === row.id || undefined}
        >
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes['grip']}
            aria-label={t('order.grip', { name: row.name, place: at + 1, of: rows.length })}
            onKeyDown={onKeyDown(at)}
            onPointerDown={begin(row.id)}
            onPointerMove={draw}
            onPointerUp={end}
            onPointerCancel={end}
          >
            <IconGripVertical size={16} aria-hidden />
          </ActionIcon>
          <span className={blocks['quiet']}>{at + 1}</span>
          <span className={classes['name']}>{row.name}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={at === 0}
            aria-label={t('order.up', { name: row.name })}
            onClick={() => move(at, at - 1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={at === rows.length - 1}
            aria-label={t('order.down', { name: row.name })}
            onClick={() => move(at, at + 1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ol>
  )
}
