import { useTranslation } from 'react-i18next'
import { say } from '../../lib/alerts/notices.ts'
import { ActSheet } from '../../lib/form/ActSheet.tsx'
import { useSettingWords } from '../../lib/words/setting-words.ts'
import type { SwitchKey } from './setting-shapes.ts'

/** Turns a switch off at once: one person, one reason. */
export function SwitchOffSheet({ of, onClose }: { of: SwitchKey; onClose: () => void }) {
  const { t } = useTranslation('website')
  const name = useSettingWords().name(of)
  return (
    <ActSheet
      call="website.switchOff"
      input={(reason) => ({ key: of, reason })}
      refreshes={['website']}
      onClose={onClose}
      title={t('off.title', { name })}
      submitLabel={t('off.submit')}
      isDanger
      reason={{ label: t('off.reason'), isRequired: true }}
      notice={t('off.notice')}
      onDone={() => say(t('off.done', { name }))}
    />
  )
}
