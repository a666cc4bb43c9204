import { parseBaht } from '@khlang/money/amount.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { formatMoney } from '../../lib/words/formats.ts'
import { useGo } from '../../lib/address/navigation.tsx'
import type { PaletteItem, PaletteSource } from '../../lib/palette.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { useReading } from '../../ui/use-reading.ts'

const askedFrom = 3
const shownMembers = 5
/** A round's name is its provider's: each has one of that name at most. */
const shownBets = 5
const referenceShape = /^[DW]\d{4}-\d+$/i
/** A leading zero is a phone number. */
const amountShape = /^[1-9][\d,]*(?:\.\d{1,2})?$/

/**
 * Members by name, phone or account; deposits and withdrawals by reference; lines by their amount; bets by
 * their id or the whole name of their round.
 */
export function usePaletteFinds(): PaletteSource {
  const { t } = useTranslation('ui')
  const go = useGo()
  const { language } = useReading()
  const allowed = useAllows()
  const mayQueue = allowed({ pretransactionDepositWithdraw: ['isRead'] })
  const mayMatch = allowed({ pretransactionNotMatch: ['isRead'] })
  const mayMembers = allowed({ memberManagement: ['isRead', 'isUpdate'] })
  const mayBets = allowed({ betReport: ['isRead'] })
  const group = t('palette.found')
  const references = (query: string): PaletteItem[] => {
    if (!mayQueue || !referenceShape.test(query)) return []
    const search = query.toUpperCase()
    const run = () => go({ to: '/pre-transaction/deposit-withdraw', search: { search } })
    return [{ id: 'reference', group, label: search, description: t('palette.inQueue'), run }]
  }
  const amounts = (query: string): PaletteItem[] => {
    const parsed = amountShape.test(query) ? parseBaht(query) : null
    if (!parsed?.ok) return []
    const { amountMinor: minor } = parsed
    const label = formatMoney(minor)
    const bounds = { amountMinMinor: String(minor), amountMaxMinor: String(minor) }
    const inQueue = () => go({ to: '/pre-transaction/deposit-withdraw', search: bounds })
    const amount = query.replaceAll(',', '')
    const inLines = () => go({ to: '/pre-transaction/matching', search: { amount } })
    return [
      ...(mayQueue
        ? [{ id: 'amount', group, label, description: t('palette.inQueue'), run: inQueue }]
        : []),
      ...(mayMatch ? [{ id: 'line', group, label, description: t('palette.inLines'), run: inLines }] : []),
    ]
  }
  const members = async (query: string, signal: AbortSignal): Promise<PaletteItem[]> => {
    if (!mayMembers || query.length < askedFrom) return []
    const input = { search: query, size: shownMembers }
    const { records } = await call('members.list', input, { signal, isTracked: false })
    return records.map(({ id, username, name }) => ({
      id,
      group: t('palette.members'),
      label: `${username} ${name}`,
      run: () => go({ to: '/member/member-detail/{id}', id }),
    }))
  }
  const bets = async (query: string, signal: AbortSignal): Promise<PaletteItem[]> => {
    if (!mayBets || query.length < askedFrom) return []
    const input = { search: query, size: shownBets }
    const { records } = await call('betReports.list', input, { signal, isTracked: false })
    return records.map(({ id, ref, member, game }) => ({
      id,
      group: t('palette.bets'),
      label: ref,
      description: `${member.username} · ${game.name[language]}`,
      run: () => go({ to: '/bet-report', search: { open: id } }),
    }))
  }
  return async (query, signal) => [
    ...references(query),
    ...amounts(query),
    ...(await Promise.all([members, bets].map((ask) => ask(query, signal).catch(() => [])))).flat(),
  ]
}
