import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import type { Format } from './taught-shapes.ts'

export type FormatAct = 'ask' | 'off' | 'again'

interface FormatSheetProps {
  format: Format
  act: FormatAct
  onClose: () => void
}

/** Asks before a version is asked for, switched off, or tried anew as another one. */
export function FormatSheet({ format, act, onClose }: FormatSheetProps) {
  const { t } = useTranslation('pre-transactions-taught')
  const { id, version, name, state } = format
  const common = { refreshes: ['taughtFormats', 'approvals'] as const, onClose }
  const facts = [
    { label: t('field.name'), value: `${name} (${format.number})` },
    ...(format.trial ? [{ label: t('trial.newlyRead'), value: String(format.trial.newlyRead) }] : []),
  ]
  const reason = { label: t('sheet.reason'), isRequired: true }
  if (act === 'again')
    return (
      <ActSheet
        {...common}
        call="taughtFormats.tryAgain"
        input={() => ({ id })}
        title={t('again.title', { name })}
        submitLabel={t('act.again')}
        facts={facts}
        notice={t('again.effect')}
        onDone={() => say(t('again.done', { name }))}
      />
    )
  if (act === 'ask')
    return (
      <ActSheet
        {...common}
        call="taughtFormats.ask"
        input={(said) => ({ id, version, reason: said })}
        title={t('ask.title', { name })}
        submitLabel={t('act.ask')}
        facts={facts}
        reason={reason}
        notice={t('ask.effect')}
        onDone={({ state: answer }) => say(t(answer === 'done' ? 'ask.alone' : 'ask.done', { name }))}
      />
    )
  return (
    <ActSheet
      {...common}
      call="taughtFormats.switchOff"
      input={(said) => ({ id, version, reason: said })}
      title={t(state === 'active' ? 'off.title' : 'off.dropTitle', { name })}
      submitLabel={t(state === 'active' ? 'act.off' : 'act.drop')}
      isDanger
      facts={facts}
      reason={reason}
      notice={t(state === 'active' ? 'off.effect' : 'off.dropEffect')}
      onDone={() => say(t('off.done', { name }))}
    />
  )
}
