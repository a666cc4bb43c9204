import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { RuleSheet } from './RuleSheet.tsx'
import blocks from '../../../ui/Blocks.module.css'

type Rule = OutputOf<CallOf<'preTransactions.bookingRules'>>['records'][number]

/** The rules by which lines of the company are booked by themselves. */
export default listPart({
  call: 'preTransactions.bookingRules',
  area: 'pre-transactions-acts',
  texts: 'rules',
  paging: 'none',
  listId: 'booking-rules',
  keeps: { tab: 'rules' },
  name: (row) => row.name,
  Above: Lead,
  columns: (column) => [
    column.title('name', 190),
    column.cell('state', 100, ({ state }) => <State state={state} />, { card: 'aside' }),
    column.cell('category', 150, ({ category }, { t }) => t(`categories.${category}`)),
    column.cell('where', 150, (rule, { t }) => whereOf(rule) ?? t('rules.everywhere')),
    column.cell('tells', 200, ({ texts, channel }) => joined(...texts, channel)),
    column.money('amount', 'amountMinor', 110),
    column.money('max', 'maxMinor', 110),
    column.count('bookedCount', 100),
    column.money('booked', 'bookedMinor', 120),
    column.cell('people', 150, ({ maker, checker }) => joined(maker, checker)),
    column.time('approvedAt', 150),
    column.cell('off', 110, (rule) => <OffCell rule={rule} />),
  ],
})

const whereOf = ({ account, bank }: Rule) => account?.label ?? bank
const joined = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' · ')

function State({ state }: { state: Rule['state'] }) {
  const { t } = useTranslation('pre-transactions-acts')
  return <Status tone={state === 'active' ? 'green' : 'grey'} label={t(`rules.states.${state}`)} />
}

function Lead() {
  const { t } = useTranslation('pre-transactions-acts')
  const [isAdding, setAdding] = useState(false)
  const mayAdd = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  return (
    <div className={blocks.sides}>
      <p className={blocks.quiet}>{t('rules.help')}</p>
      {mayAdd && (
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
          {t('rules.add')}
        </Button>
      )}
      {isAdding && <RuleSheet onClose={() => setAdding(false)} />}
    </div>
  )
}

/** Switches a rule off in one go; on again takes a new one and two people. */
function OffCell({ rule }: { rule: Rule }) {
  const { t } = useTranslation('pre-transactions-acts')
  const [isAsking, setAsking] = useState(false)
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  if (rule.state === 'off') return rule.offReason
  if (!mayAct) return null
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {t('rules.off')}
      </Button>
      {isAsking && (
        <ActSheet
          call="preTransactions.switchRuleOff"
          input={(reason) => ({ id: rule.id, version: rule.version, reason })}
          refreshes={['preTransactions']}
          onClose={() => setAsking(false)}
          title={t('rules.offTitle', { name: rule.name })}
          submitLabel={t('rules.off')}
          isDanger
          reason={{ label: t('rules.offWhy'), isRequired: true }}
          notice={t('rules.offNotice')}
          onDone={() => say(t('rules.offDone', { name: rule.name }))}
        />
      )}
    </>
  )
}
