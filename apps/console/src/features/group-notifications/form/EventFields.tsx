import type { EventCode } from '@khlang/contract/values/event-codes.ts'
import { Checkbox, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { eventGroups } from '../../../lib/call/event-groups.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { FormSection } from '../../../ui/form/FormPage.tsx'
import '../../../ui/kit-later.ts'
import type { GroupFieldsProps } from './group-form.ts'
import blocks from '../../../ui/Blocks.module.css'
import formClasses from './GroupForm.module.css'

/** What the group is told of, by area. */
export function EventFields({ draft, change, fieldErrors }: GroupFieldsProps) {
  const { t } = useTranslation('group-notifications')
  const failure = useFailure()
  const query = useQueryCall('groupNotifications.events', {}, { isKept: true, isTracked: false })
  const error = failure(query.error)
  const all = query.data?.events
  const count = draft.events.length
  // In the order of the contract, whatever was ticked first.
  const choose = (codes: readonly EventCode[], isChosen: boolean) =>
    change({
      events: (all ?? []).filter((code) => (codes.includes(code) ? isChosen : draft.events.includes(code))),
    })
  return (
    <FormSection title={t('form.events')}>
      {error && <ErrorState error={error} onRetry={() => void query.refetch()} isInline />}
      {!all && !error && <Skeleton height={520} />}
      {all && (
        <>
          <div className={formClasses['every']}>
            <Checkbox
              label={t('form.everyEvent')}
              checked={count === all.length}
              indeterminate={count > 0 && count < all.length}
              error={fieldErrors.events}
              onChange={(event) => choose(all, event.currentTarget.checked)}
            />
            <span className={blocks['note']}>{t('form.chosen', { count, total: all.length })}</span>
          </div>
          <div className={formClasses['areas']}>
            {eventGroups(all).map(({ area, codes }) => (
              <Area key={area} area={area} codes={codes} chosen={draft.events} onChoose={choose} />
            ))}
          </div>
        </>
      )}
    </FormSection>
  )
}

interface AreaProps {
  area: string
  codes: readonly EventCode[]
  chosen: readonly EventCode[]
  onChoose: (codes: readonly EventCode[], isChosen: boolean) => void
}

function Area({ area, codes, chosen, onChoose }: AreaProps) {
  const { t } = useTranslation('group-notifications')
  const { t: tEvent } = useTranslation('notifications')
  const ticked = codes.filter((code) => chosen.includes(code)).length
  return (
    <fieldset className={formClasses['area']}>
      <legend>{tEvent(`areas.${area}`)}</legend>
      {codes.length > 1 && (
        <Checkbox
          size="sm"
          label={t('form.everyOf')}
          checked={ticked === codes.length}
          indeterminate={ticked > 0 && ticked < codes.length}
          onChange={(event) => onChoose(codes, event.currentTarget.checked)}
        />
      )}
      {codes.map((code) => (
        <Checkbox
          key={code}
          size="sm"
          label={tEvent(`events.${code}.title`)}
          checked={chosen.includes(code)}
          onChange={(event) => onChoose([code], event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
