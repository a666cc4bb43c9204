import { formatBaht } from '@khlang/money/amount.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { eventGroups } from '../../lib/call/event-groups.ts'
import { formatCount } from '../../lib/words/formats.ts'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import { CopyText } from '../../ui/figures/CopyText.tsx'
import { KeyValue } from '../../ui/figures/KeyValue.tsx'
import { Time } from '../../ui/figures/Time.tsx'
import { ChannelMark } from './ChannelMark.tsx'
import { FailedCount } from './group-cells.tsx'
import type { GroupDetail } from './group-shapes.ts'
import { quietSpan } from './form/group-times.ts'
import { useMergeWords } from './form/use-merge-words.ts'
import { useWhyNot } from './use-why-not.ts'
import classes from './Groups.module.css'

interface GroupFactsProps {
  group: GroupDetail
  /** Stands between how it goes and how it is set: the newest messages. */
  children?: ReactNode
}

/** All that is known of a group but its secret, which nobody reads. */
export function GroupFacts({ group, children }: GroupFactsProps) {
  const { t } = useTranslation('group-notifications')
  const whyNot = useWhyNot()
  const target = group.target
  return (
    <>
      <KeyValue
        facts={[
          { label: t('field.channel'), value: <ChannelMark channel={group.channel} /> },
          { label: t(`target.${group.channel}`), value: <CopyText value={target} /> },
          { label: t('field.owner'), value: group.owner },
          { label: t('field.sentToday'), value: formatCount(group.sentToday) },
          { label: t('field.failedToday'), value: <FailedCount group={group} /> },
          { label: t('field.waiting'), value: formatCount(group.waiting) },
          { label: t('field.lastSentAt'), value: <Time at={group.lastSentAt} show="both" /> },
          ...(group.lastError === null
            ? [{ label: t('field.lastError'), value: t('value.none') }]
            : [
                { label: t('field.lastError'), value: whyNot(group.lastError) },
                { label: t('field.lastErrorAt'), value: <Time at={group.lastErrorAt} show="both" /> },
              ]),
        ]}
      />
      {children}
      <EventsPart group={group} />
      <SettingsPart group={group} />
    </>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes['card']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function EventsPart({ group }: { group: GroupDetail }) {
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

function SettingsPart({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('group-notifications')
  const { t: tEvent } = useTranslation('notifications')
  const mergeWords = useMergeWords()
  const { minAmountMinor, banks, quietHours } = group
  const own = group.events.filter((code) => group.templates[code] !== undefined)
  const isNext = quietHours !== null && quietSpan(quietHours.from, quietHours.until)?.isOverMidnight
  return (
    <Card title={t('panel.settings')}>
      <KeyValue
        facts={[
          { label: t('field.language'), value: t(`languages.${group.language}`) },
          {
            label: t('field.sentences'),
            value:
              own.length === 0
                ? t('value.noSentences')
                : own.map((code) => tEvent(`events.${code}.title`)).join(', '),
          },
          {
            label: t('field.minAmount'),
            value:
              minAmountMinor === null
                ? t('value.anyAmount')
                : t('value.fromAmount', { amount: formatBaht(minAmountMinor) }),
          },
          {
            label: t('field.banks'),
            value:
              banks.length === 0 ? (
                t('value.anyBank')
              ) : (
                <span className={classes['marks']}>
                  {banks.map((code) => (
                    <BankTag key={code} code={code} />
                  ))}
                </span>
              ),
          },
          {
            label: t('field.quiet'),
            value: quietHours
              ? t(isNext ? 'value.quietNext' : 'value.quiet', quietHours)
              : t('value.noQuiet'),
          },
          { label: t('field.merge'), value: mergeWords(group.mergeSeconds) },
          ...(group.channel === 'webhook'
            ? []
            : [{ label: t('field.baseUrl'), value: group.baseUrl ?? t('value.usualBase') }]),
        ]}
      />
    </Card>
  )
}
