import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import { OrderRows, type Ordered } from '../OrderRows.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface GameOrderProps {
  providerId: string
  onClose: () => void
}

/** In which order the games of one provider are shown: the first hundred of them. */
export default function GameOrder({ providerId, onClose }: GameOrderProps) {
  const { t } = useTranslation('game-catalogue')
  const { language } = useReading()
  const [rows, setRows] = useState<readonly Ordered[] | null>(null)
  const query = useQueryCall('gameCatalogue.games', { providerId, size: 100 }, { isTracked: false })
  return (
    <ActSheet
      call="gameCatalogue.orderGames"
      input={() => ({ providerId, ids: (rows ?? []).map(({ id }) => id) })}
      refreshes={['gameCatalogue']}
      onClose={onClose}
      title={t('order.title.games')}
      submitLabel={t('order.save')}
      isPossible={rows !== null}
      onDone={() => say(t('order.done'))}
    >
      <p className={blocks['quiet']}>{t('order.hint')}</p>
      <Asked query={query}>
        {({ records }) => (
          <OrderRows
            rows={
              rows ??
              records.map(({ id, nameTh, nameEn }) => ({ id, name: language === 'th' ? nameTh : nameEn }))
            }
            onChange={setRows}
          />
        )}
      </Asked>
    </ActSheet>
  )
}
