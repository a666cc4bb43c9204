import { formatBaht } from '@khlang/money/amount.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRightName, useRoleName } from '../../../lib/person/right-words.ts'
import { useSettingWords } from '../../../lib/words/setting-words.ts'
import { formatAccountNumber, formatBps, formatDateOn, formatDateTime } from '../../../lib/words/formats.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { DiffTable } from '../../../ui/sheet/DiffTable.tsx'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import { drawnTexts } from './DrawnText.tsx'
import { areExplained, ExplainedDifference } from './ExplainedDifference.tsx'
import { arePartsOf, SplitDifference } from './SplitDifference.tsx'
import type { Difference } from './approval-words.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

/** Limits of a role, where none set means that there is none. */
const limits: readonly string[] = ['approvalLimitMinor', 'adjustmentPerDayMinor']
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const dateOn = /^\d{4}-\d\d-\d\d$/
/** `2026-11-20 – 2026-11-22` */
const days = /^(\d{4}-\d\d-\d\d) – (\d{4}-\d\d-\d\d)$/

interface Account {
  readonly bank: string
  readonly accountName: string
}
/** Masked, or whole for who may decide the request. */
type Numbered = Account & ({ readonly accountNoMasked: string } | { readonly accountNo: string })
const isAccount = (value: unknown): value is Numbered =>
  typeof value === 'object' && value !== null && ('accountNoMasked' in value || 'accountNo' in value)
const numberOf = (account: Numbered): string =>
  'accountNo' in account ? formatAccountNumber(account.accountNo) : account.accountNoMasked

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** Writes a value as people say it. */
function useSaid(kind: string): (field: string, value: unknown) => ReactNode {
  const { t, i18n } = useTranslation([
    'settings',
    'pre-transactions',
    'pre-transactions-lines',
    'pre-transactions-acts',
    'notifications',
    'approvals',
  ])
  const reading = useReading()
  const roleName = useRoleName()
  return (field, value) => {
    if (limits.includes(field) && value === null) return t('settings:noLimit')
    if (value === null || value === undefined || value === '') return '–'
    const own = [`${kind}.${field}`, field]
      .map((words) => `approvals:valueOf.${words}.${String(value)}`)
      .find((key) => i18n.exists(key))
    if (own !== undefined) return t(own)
    if (typeof value === 'boolean') return t(value ? 'settings:has' : 'settings:hasNot')
    if (typeof value === 'number') {
      if (field.endsWith('Bps')) return formatBps(value)
      if (field === 'againstDueMinor' && value > 0) return `+${formatBaht(value)}`
      return field.endsWith('Minor') ? formatBaht(value) : String(value)
    }
    if (isAccount(value)) {
      return (
        <span className={classes['account']}>
          <BankTag code={value.bank}>{numberOf(value)}</BankTag>
          <span>{value.accountName}</span>
        </span>
      )
    }
    if (areExplained(value)) return <ExplainedDifference items={value} />
    if (arePartsOf(value)) return <SplitDifference parts={value} />
    if (isTexts(value)) {
      // Kinds of events come by their codes; all else is in words already.
      const keys = value.map((code) => `notifications:events.${code}.title`)
      const areCodes = field !== 'accounts' && keys.every((key) => i18n.exists(key))
      return areCodes ? keys.map((key) => t(key)).join(', ') : <Lines of={value} />
    }
    if (typeof value !== 'string') return JSON.stringify(value)
    if (field === 'roleName') return roleName(value)
    if (field === 'accountNo') return formatAccountNumber(value)
    const codes = (words: string) =>
      value
        .split(',')
        .map((each) => t(`${words}.${each}`))
        .join(' · ')
    if (field === 'linkReasons') return codes('pre-transactions-lines:linkReasons')
    if (field === 'contradictions') return codes('pre-transactions-lines:contradictions')
    if (field === 'mergeSigns') return codes('pre-transactions-acts:merge.signs')
    if (field === 'lineState' || field === 'intoState') return t(`pre-transactions-lines:states.${value}`)
    if (field === 'blacklistKind') return t(`pre-transactions-acts:blacklist.kind.${value}`)
    const Drawn = drawnTexts[field]
    if (Drawn) return <Drawn value={value} />
    // What a bank hides is an x, as everywhere else.
    if (field === 'printedPayer') return value.replaceAll('?', 'x')
    if (field === 'reasonCode') return t(`pre-transactions:reasons.${value}`, { defaultValue: value })
    if (i18n.exists(`settings:values.${value}`)) return t(`settings:values.${value}`)
    if (instant.test(value)) return formatDateTime(value, reading)
    const [, from, to] = days.exec(value) ?? []
    if (from && to) return `${formatDateOn(from, reading)} – ${formatDateOn(to, reading)}`
    return dateOn.test(value) ? formatDateOn(value, reading) : value
  }
}

/** Several in words already, one under the other: a phone's accounts, what explains a day's differences. */
function Lines({ of }: { of: readonly string[] }) {
  if (of.length === 0) return '–'
  return (
    <ul className={blocks['list']}>
      {[...new Set(of)].map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  )
}

interface DifferencesProps {
  differences: readonly Difference[]
  /** Of which request: some kinds have a name of their own for a field. */
  kind?: string
}

/** What changes, before and after; below it what has no side before. */
export function Differences(props: DifferencesProps) {
  const { kind = '' } = props
  return kind.startsWith('settings') ? <SettingDifferences {...props} /> : <PlainDifferences {...props} />
}

/** The brand's settings, by their own names and in their own units. */
function SettingDifferences({ differences }: DifferencesProps) {
  const words = useSettingWords()
  const isValue = (value: unknown) =>
    typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string'
  return (
    <PlainDifferences
      differences={differences}
      nameOf={(field) => (field === 'effectiveFrom' ? null : words.name(field))}
      saidOf={(field, value) =>
        field !== 'effectiveFrom' && isValue(value) ? words.value(field, value) : null
      }
    />
  )
}

interface PlainProps extends DifferencesProps {
  /** Words of a kind's own; null where the usual ones hold. */
  nameOf?: (field: string) => string | null
  saidOf?: (field: string, value: unknown) => string | null
}

function PlainDifferences({ differences, kind = '', ...own }: PlainProps) {
  const { t, i18n } = useTranslation(['settings', 'approvals'])
  const usual = useSaid(kind)
  const said = (field: string, value: unknown) => own.saidOf?.(field, value) ?? usual(field, value)
  const rightName = useRightName()
  const nameOf = (field: string) => {
    const named = own.nameOf?.(field) ?? null
    if (named !== null) return named
    const keys = [
      `approvals:fieldOf.${kind}.${field}`,
      `approvals:field.${field}`,
      `settings:field.${field}`,
    ]
    const key = keys.find((each) => i18n.exists(each))
    return key === undefined ? rightName(field) : t(key)
  }
  const isTold = ({ field, before }: Difference) =>
    before === null && field !== 'account' && !limits.includes(field)
  const told = differences.filter(isTold)
  const changes = differences.filter((each) => !isTold(each))
  return (
    <>
      {changes.length > 0 && (
        <DiffTable
          label={t('panel.differences')}
          rows={changes.map(({ field, before, after }) => ({
            key: field,
            name: nameOf(field),
            before: said(field, before),
            after: said(field, after),
            isNew: before === null,
          }))}
        />
      )}
      {told.length > 0 && (
        <KeyValue
          facts={told.map(({ field, after }) => ({ label: nameOf(field), value: said(field, after) }))}
        />
      )}
    </>
  )
}
