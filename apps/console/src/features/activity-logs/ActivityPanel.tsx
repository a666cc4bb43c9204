import { useTranslation } from 'react-i18next'
import { checksIn } from '../../lib/words/check-words.ts'
import type { PanelProps } from '../../lib/list/list-spec.ts'
import type { SearchValues } from '../../lib/address/navigation.tsx'
import { rowPanel } from '../../lib/record/record-panel.tsx'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { CopyText } from '../../ui/figures/CopyText.tsx'
import { DiffTable } from '../../ui/sheet/DiffTable.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { ActionCell, Device, Thing, Who, wordOrCode } from './activity-cells.tsx'
import { resultTones, type ActivityRow } from './activity-shapes.ts'
import { shownChanges } from '@khlang/contract/values/activity-diff.ts'
import { approvalPage, pageOf, useHref } from './thing-links.ts'
import { CheckList } from './CheckList.tsx'
import { isId, useActivityWords, type ActivityWords } from './use-activity-words.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Activity.module.css'
import tableClasses from '../../ui/PlainTable.module.css'

interface ActivityPanelProps extends Omit<PanelProps<ActivityRow>, 'onShow' | 'onOnly'> {
  /** Filters the list behind the panel anew, by this alone. Absent: a list that has no such filter. */
  readonly onOnly?: PanelProps<ActivityRow>['onOnly'] | undefined
}

/** All that the log knows of one act: who, what, before and after, from where, and with whose consent. */
export const ActivityPanel = rowPanel({
  area: 'activity-logs',
  without: 'closed',
  heading: 'all.title',
  useRow: ({ row }: ActivityPanelProps) => ({ data: row }),
  title: (row) => <ActionCell row={row} />,
  // That a transfer failed is an act that succeeded: only what did not happen needs a mark.
  aside: ({ result }, { t }) =>
    result !== 'done' && <Status tone={resultTones[result]} label={t(`results.${result}`)} />,
  body: (row, { panel: { onOnly } }) => (
    <>
      <Facts of={{ ...row, onOnly }} />
      <Changes row={row} />
      <Details row={row} />
    </>
  ),
})

type Told = Pick<ActivityPanelProps, 'onOnly'> & ActivityRow

const Facts = factsPart<Told>({
  area: 'activity-logs',
  facts: (fact) => [
    fact.exact('at'),
    fact.count('seq'),
    fact.cell('who', (row) => <Who row={row} />),
    fact.cell('what', (row) => <What row={row} />),
    fact.cell('reason', ({ reason }) => reason && <span data-raw>{reason}</span>),
    fact.cell('approval', ({ approvalId }) => approvalId && <Approval id={approvalId} />),
    fact.copy('address'),
    fact.cell('device', ({ device }) => device && <Device agent={device} />),
    fact.cell('requestId', ({ requestId, onOnly }, { t }) =>
      requestId === null ? null : (
        <>
          <CopyText value={requestId}>{t('panel.copyId')}</CopyText>
          <Only label={t('panel.sameRequest')} filter={{ requestId }} onOnly={onOnly} />
        </>
      ),
    ),
  ],
})

interface OnlyProps extends Pick<ActivityPanelProps, 'onOnly'> {
  label: string
  filter: SearchValues
}

/** Filters the list behind by this alone, where it can. */
function Only({ label, filter, onOnly }: OnlyProps) {
  if (!onOnly) return null
  return (
    <button type="button" className={classes['only']} onClick={() => onOnly(filter)}>
      {label}
    </button>
  )
}

function What({ row }: { row: Told }) {
  const { t } = useTranslation('activity-logs')
  const { entityId, onOnly } = row
  const href = useHref()(pageOf(entityId))
  const thing = <Thing row={row} words={useActivityWords()} href={href} isNamed />
  if (entityId === null) return thing
  return (
    <>
      <CopyText value={entityId}>{thing}</CopyText>
      <Only label={t('panel.sameThing')} filter={{ entityId }} onOnly={onOnly} />
    </>
  )
}

function Approval({ id }: { id: string }) {
  const { t } = useTranslation('activity-logs')
  const href = useHref()(approvalPage(id))
  return (
    <>
      <CopyText value={id}>{t('panel.copyId')}</CopyText>
      {href !== null && (
        <AppLink className={blocks['link']} href={href}>
          {t('panel.openApproval')}
        </AppLink>
      )}
    </>
  )
}

interface ValueProps {
  entity: string
  field: string
  value: unknown
  words: ActivityWords
}

/** A value in words; a list one under the other. */
function Value({ entity, field, value, words }: ValueProps) {
  const each = words.values(entity, field, value)
  if (each === null || each.length < 2) return words.value(entity, field, value)
  return (
    <ul className={tableClasses['values']}>
      {each.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Changes({ row }: { row: ActivityRow }) {
  const { t } = useTranslation('activity-logs')
  const words = useActivityWords()
  const changes = shownChanges(row)
  if (changes.length === 0) return <p className={blocks['note']}>{t('panel.noChanges')}</p>
  const rows = changes.map(({ field, before, after }) => ({
    key: field,
    name: wordOrCode(words.field(field), field),
    before: <Value entity={row.entity} field={field} value={before} words={words} />,
    after: <Value entity={row.entity} field={field} value={after} words={words} />,
    isNew: before === undefined,
  }))
  return <DiffTable rows={rows} label={t('panel.changes')} hasCaption />
}

/** What the act noted beside the change: amounts, other things it touched, why it was refused. */
function Details({ row }: { row: ActivityRow }) {
  const { t } = useTranslation('activity-logs')
  const words = useActivityWords()
  const hrefOf = useHref()
  const detail = typeof row.detail === 'object' && row.detail !== null ? Object.entries(row.detail) : []
  // The approval stands among the facts above.
  const facts = detail.filter(([field]) => field !== 'approvalId' || row.approvalId === null)
  if (facts.length === 0) return null
  const valueText = (field: string, value: unknown) => {
    const checks = checksIn(value)
    if (checks !== null) return <CheckList checks={checks} />
    const text = <Value entity={row.entity} field={field} value={value} words={words} />
    const href = typeof value === 'string' ? hrefOf(pageOf(value)) : null
    if (href === null) return isId(value) ? <CopyText value={value}>{text}</CopyText> : text
    return (
      <AppLink className={blocks['link']} href={href}>
        {text}
      </AppLink>
    )
  }
  return (
    <table className={`${tableClasses['plain']} ${tableClasses['pairs']}`}>
      <caption>{t('panel.detail')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('panel.field')}</th>
          <th scope="col">{t('panel.value')}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(([field, value]) => (
          <tr key={field}>
            <th scope="row">{wordOrCode(words.field(field), field)}</th>
            <td data-raw>{valueText(field, value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
