import { Button, PasswordInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/figures/CopyButton.tsx'
import { asksSecretAnew, newHookSecret, type GroupFieldsProps } from './group-form.ts'
import blocks from '../../../ui/Blocks.module.css'
import formClasses from './GroupForm.module.css'

/** Token or secret: written, never read. Another address asks for it anew. */
export function SecretField({ draft, base, change, text }: GroupFieldsProps) {
  const { t } = useTranslation('group-notifications')
  const [made, setMade] = useState('')
  const { channel, credential } = draft
  const isAnew = base !== null && asksSecretAnew(base, draft)
  const isStored = base !== null && !isAnew
  const hint = t(`secretHint.${channel}`)
  const make = () => {
    const secret = newHookSecret()
    setMade(secret)
    change({ credential: secret })
  }
  return (
    <>
      <PasswordInput
        {...text('credential')}
        label={t(`secret.${channel}`)}
        description={isStored ? `${t('form.stored')} ${hint}` : hint}
        autoComplete="new-password"
        spellCheck={false}
        withAsterisk={!isStored}
        required={!isStored}
        placeholder={isStored ? t('form.storedHolder') : ''}
        aria-invalid={text('credential').error !== undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('form.show') }}
      />
      {isAnew && <p className={`${blocks['warn']} ${blocks['sides']}`}>{t('form.anew')}</p>}
      {channel === 'webhook' && (
        <div>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconKey size={16} aria-hidden />}
            onClick={make}
          >
            {t('form.makeSecret')}
          </Button>
        </div>
      )}
      {/* Only what was made here, and only until it is saved or typed over. */}
      {channel === 'webhook' && made !== '' && made === credential && (
        <div className={formClasses['made']} role="status">
          <p>{t('form.madeSecret')}</p>
          <code>{made}</code>
          <CopyButton text={made} label={t('form.copySecret')} />
        </div>
      )}
    </>
  )
}
