import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import { handInSight, keepInHand, moveHand, type InHand, type Move } from './table-rows.ts'
import { pressedKey, useShortcuts, type Shortcut } from '../../keys/shortcuts.ts'
import type { RowKey } from '../table-columns.ts'

export interface RowHandOptions<Row> {
  rows: readonly Row[]
  ids: readonly string[]
  onOpen: ((row: Row) => void) | undefined
  onInHand: ((row: Row | null) => void) | undefined
  rowKeys: readonly RowKey<Row>[] | undefined
  /** False keeps J, K and the row keys off: the second table of a screen. */
  hasPageKeys: boolean
  /** The row that stands open beside the list, or null. */
  openId: string | null
  texts: { group: string; next: string; previous: string; open: string }
  scrollTo: (index: number) => void
  /** The first and the last row that are in sight, by place. */
  inSight: () => { first: number; last: number }
  /** Gives the grid the focus: it alone tells a screen reader which row is in hand. */
  focusGrid: () => void
}

const arrowMoves: Record<string, Move> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  j: 'next',
  k: 'previous',
}

/** The keys that a grid in focus hears itself. */
function useGridKeys(move: (step: Move) => void, openInHand: () => void) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
      const step = arrowMoves[pressedKey(event.nativeEvent)]
      if (step) move(step)
      else if (event.key === 'Enter') openInHand()
      else return
      event.preventDefault()
    },
    [move, openInHand],
  )
}

/** What opens by itself, as the next row after an act, is in hand too: the keys go on from what is read. */
function useOpenInHand(openId: string | null, ids: readonly string[], take: (id: string) => void): void {
  const isListed = openId !== null && ids.includes(openId)
  useEffect(() => {
    if (openId !== null && isListed) take(openId)
  }, [openId, isListed, take])
}

/** The row in hand: which it is, how keys move it, what a live change does to it. */
export function useRowHand<Row>(options: RowHandOptions<Row>) {
  const { rows, ids, rowKeys, hasPageKeys, texts } = options
  const [kept, setKept] = useState<{ inHand: InHand; ids: readonly string[] }>({
    inHand: { id: null, resumeAt: 0 },
    ids,
  })
  const inHand = kept.ids === ids ? kept.inHand : keepInHand(kept.inHand, kept.ids, ids)
  if (kept.ids !== ids) setKept({ inHand, ids })

  const latest = useRef({ options, inHand })
  useLayoutEffect(() => {
    latest.current = { options, inHand }
  })
  const take = useCallback((next: InHand) => {
    const { options: now } = latest.current
    setKept({ inHand: next, ids: now.ids })
    const index = next.id === null ? -1 : now.ids.indexOf(next.id)
    if (index >= 0) now.scrollTo(index)
  }, [])
  const takeRow = useCallback((id: string) => take({ id, resumeAt: 0 }), [take])
  const move = useCallback(
    (step: Move) => {
      const { options: now, inHand: held } = latest.current
      take(moveHand(handInSight(held, now.inSight(), step), now.ids, step))
    },
    [take],
  )
  const moveByKey = useCallback(
    (step: Move) => {
      latest.current.options.focusGrid()
      move(step)
    },
    [move],
  )
  const openInHand = useCallback(() => {
    const { options: now, inHand: held } = latest.current
    const row = held.id === null ? undefined : now.rows[now.ids.indexOf(held.id)]
    if (row !== undefined) now.onOpen?.(row)
  }, [])

  useOpenInHand(options.openId, ids, takeRow)

  const heldRow = inHand.id === null ? undefined : rows[ids.indexOf(inHand.id)]
  useEffect(() => latest.current.options.onInHand?.(heldRow ?? null), [heldRow])

  const canOpen = options.onOpen !== undefined
  const shortcuts = useMemo<Shortcut[]>(() => {
    if (!hasPageKeys) return []
    const runOnHeld = (key: RowKey<Row>) => () => {
      const { options: now, inHand: held } = latest.current
      const row = held.id === null ? undefined : now.rows[now.ids.indexOf(held.id)]
      if (row !== undefined) key.run(row)
    }
    return [
      { key: 'j', label: texts.next, run: () => moveByKey('next') },
      { key: 'k', label: texts.previous, run: () => moveByKey('previous') },
      ...(canOpen ? ['Enter', 'o'].map((key) => ({ key, label: texts.open, run: openInHand })) : []),
      ...(rowKeys ?? []).map((key) => ({
        key: key.key.toLowerCase(),
        label: key.label,
        run: runOnHeld(key),
      })),
    ]
  }, [hasPageKeys, texts, canOpen, rowKeys, moveByKey, openInHand])
  useShortcuts(texts.group, shortcuts)

  const onKeyDown = useGridKeys(move, openInHand)
  return { heldId: inHand.id, takeRow, onKeyDown }
}
