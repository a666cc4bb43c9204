import { formatBaht } from '@khlang/money/amount.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { eventGroups } from '../../lib/call/event-groups.ts'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { KeyValue } from '../../ui/figures/KeyValue.tsx'
import { ChannelMark } from './ChannelMark.tsx'
import { FailedCount } from './group-cells.tsx'
import type { GroupDetail } from './group-shapes.ts'
import { quietSpan } from './group-times.ts'
import { useMergeWords } from './use-merge-words.ts'
import { useWhyNot } from './use-why-not.ts'
import blocks from '../../ui/Blocks.module.css'

interface GroupFactsProps {
  group: GroupDetail
  /** Stands between how it goes and how it is set: the newest messages. */
  children?: ReactNode
}

/** All that is known of a group but its secret, which nobody reads. */
export function GroupFacts({ group, children }: GroupFactsProps) {
  return (
    <>
      <Standing of={group} />
      {children}
      <Events group={group} />
      <Settings of={group} />
    </>
  )
}

const Standing = factsPart<GroupDetail>({
  area: 'group-notifications',
  facts: (fact) => [
    fact.cell('channel', (group) => <ChannelMark channel={group.channel} />),
    fact.copy('target', { labelOf: ({ channel }) => `target.${channel}` }),
    fact.text('owner'),
    fact.count('sentToday'),
    fact.cell('failedToday', (group) => <FailedCount group={group} />),
    fact.count('waiting'),
    fact.time('lastSentAt'),
    fact.cell('lastError', ({ lastError }, { t }) =>
      lastError === null ? t('value.none') : <WhyNot error={lastError} />,
    ),
    fact.time('lastErrorAt', { isTold: ({ lastError }) => lastError !== null }),
  ],
})

const WhyNot = ({ error }: { error: string }) => useWhyNot()(error)

function Events({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('group-notifications')
  const { t: tEvent } = useTranslation('notifications')
  return (
    <Card title={t('panel.events', { count: group.events.length })}>
      <KeyValue
        facts={eventGroups(group.events).map(({ area, codes }) => ({
          label: tEvent(`areas.${area}`),
          value: codes.map((code) => tEvent(`events.${code}.title`)).join(', '),
        }))}
      />
    </Card>
  )
}

const Settings = factsPart<GroupDetail>({
  area: 'group-notifications',
  title: 'panel.settings',
  facts: (fact) => [
    fact.word('language', 'languages'),
    fact.cell('sentences', (group) => <OwnSentences group={group} />),
    fact.cell('minAmount', ({ minAmountMinor: minor }, { t }) =>
      minor === null ? t('value.anyAmount') : t('value.fromAmount', { amount: formatBaht(minor) }),
    ),
    fact.cell('banks', ({ banks }, { t }) =>
      banks.length === 0 ? t('value.anyBank') : <Banks codes={banks} />,
    ),
    fact.cell('quiet', ({ quietHours: hours }, { t }) => {
      if (hours === null) return t('value.noQuiet')
      const isNext = quietSpan(hours.from, hours.until)?.isOverMidnight
      return t(isNext ? 'value.quietNext' : 'value.quiet', hours)
    }),
    fact.cell('merge', ({ mergeSeconds }) => <Merging seconds={mergeSeconds} />),
    fact.cell('baseUrl', ({ baseUrl }, { t }) => baseUrl ?? t('value.usualBase'), {
      isTold: ({ channel }) => channel !== 'webhook',
    }),
  ],
})

/** What the events are told by in place of the usual sentence. */
function OwnSentences({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('group-notifications')
  const { t: tEvent } = useTranslation('notifications')
  const own = group.events.filter((code) => group.templates[code] !== undefined)
  return own.map((code) => tEvent(`events.${code}.title`)).join(', ') || t('value.noSentences')
}

const Banks = ({ codes }: { codes: readonly string[] }) => (
  <span className={blocks['marks']}>
    {codes.map((code) => (
      <BankTag key={code} code={code} />
    ))}
  </span>
)

const Merging = ({ seconds }: { seconds: number }) => useMergeWords()(seconds)
