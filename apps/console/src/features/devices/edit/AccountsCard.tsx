import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { AccountRow } from './AccountRow.tsx'
import type { DeviceDetail } from '../device-shapes.ts'
import { newBinding, offeredFor, type Binding } from './sender-draft.ts'
import { StepCard } from '../../../ui/page/StepCard.tsx'
import type { Trust } from './use-trust.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Devices.module.css'

interface AccountsCardProps {
  device: DeviceDetail
  trust: Trust
}

/** Step 2: which of our accounts this phone reports, and under which names their banks write to it. */
export function AccountsCard({ device, trust: { form, step } }: AccountsCardProps) {
  const { t } = useTranslation('devices')
  const query = useQueryCall('devices.accounts', {})
  const { draft, change, fieldErrors } = form
  const isWaiting = step === 'waiting'
  const count = Object.values(draft.accounts).filter(({ isOn }) => isOn).length
  // Where an account lacks a name it is said under that account, not of them all.
  const isNameless = Object.keys(fieldErrors).some((field) => field.startsWith('accounts.'))
  const wrong = isNameless ? undefined : fieldErrors.accounts
  const put = (id: string, binding: Binding) =>
    change((before) => ({ accounts: { ...before.accounts, [id]: binding } }))
  return (
    <StepCard
      number={2}
      title={t('accounts.title')}
      state={isWaiting || step === 'done' ? 'done' : step === 'ask' ? 'now' : 'later'}
      aside={
        count > 0 &&
        !isWaiting && <span className={blocks['quiet']}>{t('accounts.chosen', { count })}</span>
      }
    >
      <p className={blocks['note']}>{t(isWaiting ? 'accounts.waits' : 'accounts.lead')}</p>
      {!isWaiting && (
        <Asked query={query}>
          {({ records }) => (
            <fieldset className={classes['rows']}>
              <legend className={blocks['unseen']}>{t('accounts.title')}</legend>
              {records.map((account) => (
                <AccountRow
                  key={account.id}
                  account={account}
                  offered={offeredFor(account, device, records)}
                  binding={draft.accounts[account.id]}
                  isWrong={wrong !== undefined && count === 0}
                  error={fieldErrors[`accounts.${account.id}`]}
                  onChange={(binding) => put(account.id, binding ?? newBinding)}
                />
              ))}
            </fieldset>
          )}
        </Asked>
      )}
      {wrong !== undefined && (
        <p className={blocks['fieldNote']} data-tone="red" role="alert">
          {wrong}
        </p>
      )}
    </StepCard>
  )
}
