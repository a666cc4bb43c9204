import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import type { CatalogueState, ProviderSettings } from '../catalogue-shapes.tsx'

interface ProviderStateProps {
  provider: ProviderSettings
  to: CatalogueState
  onClose: () => void
}

/** Stops a provider, or lets it take bets: at once, or when a second person agrees where it was closed. */
export function ProviderState({ provider, to, onClose }: ProviderStateProps) {
  const { t } = useTranslation('game-catalogue')
  const { language } = useReading()
  const { id, version, state } = provider
  const name = language === 'th' ? provider.nameTh : provider.nameEn
  const act = state === 'closed' ? 'open' : to === 'active' ? 'resume' : to
  return (
    <ActSheet
      call="gameCatalogue.setProviderState"
      input={(reason) => ({ id, version, state: to, reason })}
      refreshes={['gameCatalogue', 'approvals']}
      onClose={onClose}
      title={t(`sheet.${act}.title`, { name })}
      submitLabel={t(`sheet.${act}.submit`)}
      isDanger={to === 'closed'}
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t(`sheet.${act}.effect`)}
      onDone={(done) =>
        say(
          t(done.state === 'waiting' ? 'sheet.waiting' : `sheet.${act}.done`, { name }),
          done.state === 'done' ? 'green' : 'amber',
        )
      }
    />
  )
}
