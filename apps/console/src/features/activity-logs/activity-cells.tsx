import { formatBaht } from '@khlang/money/amount.ts'
import { useTranslation } from 'react-i18next'
import { deviceName } from '../../lib/person/device-names.ts'
import type { ColumnMaker } from '../../lib/list/columns.tsx'
import { useRoleName } from '../../lib/person/right-words.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { resultTones, type ActivityRow } from './activity-shapes.ts'
import { shownChanges } from '@khlang/contract/values/activity-diff.ts'
import { gistOf } from './row-words.ts'
import { pageOf, useHref } from './thing-links.ts'
import { useActivityWords, type ActivityWords } from './use-activity-words.ts'
import blocks from '../../ui/Blocks.module.css'

/** A code that has no word stands as it is. */
export const wordOrCode = (word: string | null, code: string) => word ?? <code>{code}</code>

const shortId = (id: string): string => (/^[a-z]{3}_\w{26}$/.test(id) ? `…${id.slice(-6)}` : id)

/** Who did it: the name where one is known, else the kind. */
export function Who({ row }: { row: ActivityRow }) {
  const { t } = useTranslation('activity-logs')
  const roleName = useRoleName()
  const name = row.actorName
  return (
    <>
      {name === null ? (
        t(`actorKinds.${row.actorKind}`)
      ) : (
        // Machines that a brand begins with are called in the reader's language, others as they were named.
        <span data-raw>{t(`machineNames.${name}`, { defaultValue: name })}</span>
      )}
      {row.roleName !== null && <span className={blocks['muted']}> · {roleName(row.roleName)}</span>}
    </>
  )
}

interface ThingProps {
  row: ActivityRow
  words: ActivityWords
  /** Null where the thing has no page that the reader may open. */
  href: string | null
  isShort?: boolean
  /** What has no name stands by the word for its kind alone: its id is for copying. */
  isNamed?: boolean
}

/** What it was done to: by its name where it has one, a list by its screen's, else by its id. */
export function Thing({ row, words, href, isShort = false, isNamed = false }: ThingProps) {
  const { entityId: id } = row
  const name = row.entityName ?? (row.entity === 'list' && id !== null ? words.screen(id) : null)
  const text = isShort && id !== null ? shortId(id) : id
  const byId = text !== null && !isNamed && <code title={text === id ? undefined : (id ?? '')}>{text}</code>
  const shown =
    name === null ? (
      byId
    ) : (
      <span title={id ?? undefined} data-raw>
        {words.value(row.entity, 'entityName', name)}
      </span>
    )
  return (
    <>
      {wordOrCode(words.entity(row.entity), row.entity)}{' '}
      {href === null ? (
        shown
      ) : (
        <AppLink className={blocks['link']} href={href}>
          {shown}
        </AppLink>
      )}
    </>
  )
}

/** What an agent of a browser is known by; its own words for who points at it. */
export function Device({ agent }: { agent: string }) {
  return (
    <span title={agent} data-raw>
      {deviceName(agent)}
    </span>
  )
}

/** How much and whose, the first thing that changed in a line of words, and how many more did. */
function ChangeInWords({ row, words }: { row: ActivityRow; words: ActivityWords }) {
  const { t } = useTranslation('activity-logs')
  const [first, ...more] = shownChanges(row)
  const { amountMinor, name } = gistOf(row)
  const said = first && {
    field: words.field(first.field) ?? first.field,
    before: words.value(row.entity, first.field, first.before),
    after: words.value(row.entity, first.field, first.after),
  }
  const parts = [
    amountMinor === null ? null : `฿${formatBaht(amountMinor)}`,
    name,
    said && (row.before === null ? t('change.new', said) : t('change.one', said)),
  ].filter((part) => typeof part === 'string')
  if (parts.length === 0) return <span className={blocks['muted']}>–</span>
  return (
    <span data-raw>
      {parts.join(' · ')}
      {more.length > 0 && (
        <span className={blocks['muted']}> {t('change.more', { count: more.length })}</span>
      )}
    </span>
  )
}

export function ActionCell({ row }: { row: ActivityRow }) {
  return wordOrCode(useActivityWords().action(row.action), row.action)
}

function ThingCell({ row }: { row: ActivityRow }) {
  const href = useHref()(pageOf(row.entityId))
  return <Thing row={row} words={useActivityWords()} href={href} isShort />
}

function ChangeCell({ row }: { row: ActivityRow }) {
  return <ChangeInWords row={row} words={useActivityWords()} />
}

const raw = (value: string | null) => (value === null ? '–' : <span data-raw>{value}</span>)

/** Columns of the log after when and who, domain §4.12. */
export const activityColumns = (column: ColumnMaker<ActivityRow>) => [
  column.cell('action', 182, (row) => <ActionCell row={row} />, { card: 'title' }),
  column.cell('what', 160, (row) => <ThingCell row={row} />),
  column.cell('change', 196, (row) => <ChangeCell row={row} />),
  column.cell(
    'result',
    96,
    ({ result }, { t }) => <Status tone={resultTones[result]} label={t(`results.${result}`)} />,
    { card: 'aside' },
  ),
  column.cell('reason', 96, (row) => raw(row.reason)),
  column.cell('address', 112, (row) => raw(row.address)),
  column.cell('device', 220, (row) => (row.device === null ? '–' : <Device agent={row.device} />), {
    isHidden: true,
  }),
  column.cell('requestId', 200, (row) => raw(row.requestId), { isHidden: true }),
]
