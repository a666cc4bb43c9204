import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '@khlang/contract/derived/client.ts'
import { useGo } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import { neighbour } from './line-in-hand.ts'
import { isIgnorable, isLinkable, type Line, type LineWhole } from '../lines/line-shapes.ts'
import type { useLineSheets } from '../line-actions/use-line-sheets.tsx'

/** J and K: a line that left the list gives its place to the next. */
export function useMove(
  rows: readonly Line[],
  heldId: string | undefined,
  hold: (id: string | undefined) => void,
) {
  const lastAt = useRef(0)
  const ids = rows.map(({ id }) => id)
  const at = heldId === undefined ? -1 : ids.indexOf(heldId)
  useEffect(() => {
    if (at >= 0) lastAt.current = at
  }, [at])
  return { lastAt, by: (step: 1 | -1) => hold(neighbour(ids, heldId, lastAt.current, step) ?? heldId) }
}

/** On a wide screen the first line is in hand from the start; a narrow one begins with the list. */
export function useFirstInHand(
  rows: readonly Line[],
  heldId: string | undefined,
  hold: (id: string) => void,
): void {
  const first = rows[0]?.id
  const isDone = useRef(heldId !== undefined)
  useEffect(() => {
    if (isDone.current || first === undefined) return
    isDone.current = true
    if (window.matchMedia('(min-width: 901px)').matches) hold(first)
  }, [first, hold])
}

export function useMatchingKeys(
  rows: readonly Line[],
  heldId: string | undefined,
  move: (step: 1 | -1) => void,
  sheets: Pick<ReturnType<typeof useLineSheets>, 'link' | 'act'>,
): void {
  const { t } = useTranslation('pre-transactions-matching')
  const client = useQueryClient()
  const go = useGo()
  const allowed = useAllows()
  const mayAct = allowed({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  const mayOpen = allowed({ memberManagement: ['isRead', 'isUpdate'] })
  const whole = (): LineWhole | undefined =>
    heldId === undefined ? undefined : client.getQueryData(queryKey('preTransactions.line', { id: heldId }))
  const linkBest = () => {
    const held = whole()
    const best = held?.suggestions[0]
    if (held && best && isLinkable(held.line)) sheets.link(held.line, best)
  }
  const ignore = () => {
    const line = rows.find(({ id }) => id === heldId)
    if (line && isIgnorable(line)) sheets.act('ignoreLine', line)
  }
  const openMember = () => {
    const member = whole()?.line.member ?? whole()?.suggestions[0]?.member
    if (member) go({ to: '/member/member-detail/{id}', id: member.id })
  }
  useShortcuts(t('keys.group'), [
    { key: 'j', label: t('keys.next'), run: () => move(1) },
    { key: 'k', label: t('keys.previous'), run: () => move(-1) },
    ...(mayAct ? [{ key: 'l', label: t('keys.link'), run: linkBest }] : []),
    ...(mayAct ? [{ key: 'i', label: t('keys.ignore'), run: ignore }] : []),
    ...(mayOpen ? [{ key: 'u', label: t('keys.member'), run: openMember }] : []),
  ])
}
