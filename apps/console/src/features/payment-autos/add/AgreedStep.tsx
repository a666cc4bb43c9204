import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { approvalsPage } from '../../../lib/address/approvals-page.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import type { StepState } from './account-steps.ts'
import { AccountStep } from './AccountStep.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface AgreedStepProps {
  state: StepState
  request: OutputOf<CallOf<'approvals.get'>> | undefined
  requestId: string | undefined
}

/** Step 1: a second person looks at what was typed, and the account is there. */
export function AgreedStep({ state, request, requestId }: AgreedStepProps) {
  const { t } = useTranslation('payment-autos')
  const ended = request && request.state !== 'pending' && request.state !== 'approved' ? request : null
  return (
    <AccountStep number={1} title={t('setup.agreed.title')} state={state} isAwaited={!ended}>
      {state === 'done' && <p className={blocks['note']}>{t('setup.agreed.done')}</p>}
      {state !== 'done' && !ended && (
        <div className={blocks['warn']} role="status">
          <p>{t('setup.agreed.waiting')}</p>
          <p>
            <ScreenLink {...approvalsPage(requestId === undefined ? {} : { open: requestId })}>
              {t('setup.agreed.open')}
            </ScreenLink>
          </p>
        </div>
      )}
      {state !== 'done' && ended && (
        <div className={blocks['warn']} data-tone="red" role="status">
          <p>
            {t(`setup.agreed.${ended.state}`)}
            {ended.state === 'rejected' && ended.comment && ` · ${ended.comment}`}
          </p>
          <p>
            <ScreenLink to="/payment-auto/add">{t('setup.agreed.again')}</ScreenLink>
          </p>
        </div>
      )}
    </AccountStep>
  )
}
