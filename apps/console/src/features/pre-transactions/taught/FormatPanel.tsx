import { IconChecks, IconFileSearch, IconPower, IconRefresh, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useQueryCall } from '../../../lib/call/query.ts'
import { openSettling } from '../../../lib/call/settling.ts'
import type { PanelProps } from '../../../lib/list/list-spec.ts'
import type { Act } from '../../../lib/record/RecordActs.tsx'
import { rowPanel } from '../../../lib/record/record-panel.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { FormatBody } from './FormatBody.tsx'
import { FormatSheet, type FormatAct } from './FormatSheet.tsx'
import { stateTones, type Format } from './taught-shapes.ts'

const mayTeach = { pretransactionNotMatch: ['isRead', 'isUpdate'] } as const
const endable: readonly Format['state'][] = ['trying', 'tried', 'failed', 'refused', 'active']
const over: readonly Format['state'][] = ['failed', 'refused', 'replaced', 'off']

/** So often is asked how far its trial or its reading is, while one is under way. */
const askedEveryMs = 3_000
const isUnderWay = ({ state, isRereading }: Format): boolean => state === 'trying' || isRereading

function useFormat(id: string) {
  const [isBusy, setBusy] = useState(false)
  const query = useQueryCall(
    'taughtFormats.get',
    { id },
    { isTracked: false, live: 'taughtFormat', ...(isBusy ? { refetchEveryMs: askedEveryMs } : {}) },
  )
  const isUnfinished = query.data !== undefined && isUnderWay(query.data)
  if (isUnfinished !== isBusy) setBusy(isUnfinished)
  return query
}

/** The request behind it, for whom may read that, and the sheet that is open. */
function useHand(_id: string, row: Format | undefined) {
  const [act, setAct] = useState<FormatAct | null>(null)
  const approvalId = row?.approvalId ?? null
  const { data: request } = useQueryCall(
    'approvals.get',
    { id: approvalId ?? '' },
    { isEnabled: approvalId !== null, live: 'approval', isTracked: false },
  )
  return { request, act, setAct }
}

/** One version of a taught format: its words, its trial over the archive, and what may be done with it. */
export default rowPanel<Format, ReturnType<typeof useHand>, PanelProps<unknown>>({
  area: 'pre-transactions-taught',
  heading: 'panel.title',
  useRow: ({ id }) => useFormat(id),
  title: ({ name, number }) => `${name} (${number})`,
  aside: ({ state }, { t }) => <Status tone={stateTones[state]} label={t(`states.${state}`)} />,
  useHand,
  acts: (format, { t, allows, hand: { request, setAct } }) => {
    const acts: Act[] = []
    if (request?.state === 'pending' && format.state === 'asked' && !format.mayAsk) {
      const isMine = request.mayDecide
      acts.push({
        label: t(isMine ? 'act.decide' : 'act.request'),
        icon: isMine ? IconChecks : IconFileSearch,
        run: () => openSettling(request.id),
        isQuiet: !isMine,
      })
    }
    if (!allows(mayTeach)) return acts
    if (format.mayAsk)
      acts.push({ label: t('act.ask'), icon: IconSend, run: () => setAct('ask'), isOnline: true })
    if (over.includes(format.state))
      acts.push({ label: t('act.again'), icon: IconRefresh, run: () => setAct('again'), isOnline: true })
    if (endable.includes(format.state) || (format.state === 'asked' && format.mayAsk))
      acts.push({
        label: t(format.state === 'active' ? 'act.off' : 'act.drop'),
        icon: IconPower,
        run: () => setAct('off'),
        isOnline: true,
        isQuiet: true,
        isDanger: true,
      })
    return acts
  },
  body: (format) => <FormatBody format={format} />,
  beside: (format, { hand: { act, setAct } }) =>
    act && <FormatSheet key={act} format={format} act={act} onClose={() => setAct(null)} />,
})
