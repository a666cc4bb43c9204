import {
  IconBan,
  IconFileSearch,
  IconLink,
  IconNote,
  IconReceipt,
  IconSignature,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useScreenSearch } from '../../../lib/address/search.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { openSettling } from '../../../lib/call/settling.ts'
import type { PanelProps } from '../../../lib/list/list-spec.ts'
import type { Act } from '../../../lib/record/RecordActs.tsx'
import { rowPanel } from '../../../lib/record/record-panel.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { CompareFacts, Evidence } from './CompareFacts.tsx'
import {
  callsOf,
  classTones,
  mayUpdate,
  nameOf,
  parseDay,
  type CompareDecision,
  type CompareDetail,
  type CompareRow,
  type Side,
} from './compare-shapes.ts'
import { DecideSheet } from './DecideSheet.tsx'
import { useOtherActs } from './use-other-acts.ts'

const icons = {
  link: IconLink,
  force: IconSignature,
  ignore: IconBan,
  fee: IconReceipt,
  note: IconNote,
} as const satisfies Record<CompareDecision, unknown>
const matching = { pretransactionNotMatch: ['isRead', 'isUpdate'] } as const

/** Where the address names the day; else it is the one that the server chose. */
function useDayInAddress() {
  const [{ accountId, on }] = useScreenSearch(parseDay, false)
  return { ...(accountId && { accountId }), ...(on && { on }) }
}

/** What is being decided on the row in hand. */
function useHand() {
  const [deciding, setDeciding] = useState<CompareDecision | null>(null)
  return { deciding, setDeciding, othersOf: useOtherActs() }
}

/** One row of a day: both sides, why it is what it is, and what may be decided on it. */
export const comparePanel = (side: Side) => {
  const needs = (decision: CompareDecision) =>
    decision === 'ignore' || (decision === 'link' && side === 'deposit') ? matching : mayUpdate[side]
  return rowPanel<CompareDetail, ReturnType<typeof useHand>, PanelProps<CompareRow>>({
    area: 'pre-transactions-reconcile',
    heading: `lists.${side}.title`,
    useRow: ({ id }) =>
      useQueryCall(
        callsOf[side].row,
        { ...useDayInAddress(), id },
        { isTracked: false, live: 'statementLine' },
      ),
    useHand,
    title: ({ row }) => nameOf(row),
    aside: ({ row }, { t }) => <Status tone={classTones[row.class]} label={t(`classes.${row.class}`)} />,
    acts: (detail, { t, allows, hand: { setDeciding, othersOf } }) => {
      const { row, asked } = detail
      const { first, last } = othersOf(detail)
      const acts: Act[] = asked
        ? [{ label: t('act.request'), icon: IconFileSearch, run: () => openSettling(asked.id) }]
        : []
      const order: CompareDecision[] = ['link', 'force', 'fee', 'ignore', 'note']
      const open = order.filter(
        (decision) =>
          row.decisions.includes(decision) &&
          allows(mayUpdate[side]) &&
          allows(needs(decision)) &&
          !(decision === 'force' && asked),
      )
      return [
        ...acts,
        ...first,
        ...open.map((decision, at) => ({
          label: t(`decision.${decision}`),
          icon: icons[decision],
          run: () => setDeciding(decision),
          isOnline: true,
          isQuiet: at > 0 || asked !== null || first.length > 0,
        })),
        ...last,
      ]
    },
    actsShown: 3,
    body: (detail) => (
      <>
        <CompareFacts of={detail} />
        <Evidence of={detail} />
      </>
    ),
    beside: ({ row, accountId, on }, { hand: { deciding, setDeciding } }) =>
      deciding && (
        <DecideSheet
          side={side}
          of={{ accountId, on }}
          row={row}
          decision={deciding}
          onClose={() => setDeciding(null)}
        />
      ),
  })
}
