import { Button } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { isRefusal } from '../../../lib/call/call.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useCall } from '../../../lib/call/query.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import '../../../ui/kit-later.ts'
import { Card } from '../../../ui/page/Card.tsx'
import type { Compared, ProviderSettings } from '../catalogue-shapes.tsx'
import { FoundGames, partsThere, type ListingPart } from '../FoundGames.tsx'
import blocks from '../../../ui/Blocks.module.css'

/** What the provider tells of its games beside what stands here; nothing changes before somebody says so. */
export function GameListing({ provider: { id, gamesAddress } }: { provider: ProviderSettings }) {
  const { t } = useTranslation('game-catalogue')
  const errorText = useErrorText()
  const [compared, setCompared] = useState<Compared | null>(null)
  const { send, isSending, canSend } = useCall('gameCatalogue.compareGames')
  const ask = async () => {
    setCompared(null)
    try {
      setCompared(await send({ id }))
    } catch (thrown) {
      const reason = isRefusal(thrown, 'gameCatalogue.compareGames') && thrown.code === 'conflict'
      const why = reason ? thrown.details?.reason : undefined
      say(why === undefined ? errorText(thrown) : t(`listing.${why}`), 'red')
    }
  }
  return (
    <Card title={t('listing.title')}>
      <p className={blocks['note']}>{t(gamesAddress === null ? 'listing.noAddress' : 'listing.lead')}</p>
      <div className={blocks['buttons']}>
        <Button
          variant="default"
          leftSection={<IconArrowsDiff size={18} aria-hidden />}
          loading={isSending}
          disabled={!canSend || gamesAddress === null}
          onClick={() => void ask()}
        >
          {t('listing.ask')}
        </Button>
      </div>
      <div role="status">
        {compared && (
          <Found key={compared.toldAt} id={id} compared={compared} onDone={() => setCompared(null)} />
        )}
      </div>
    </Card>
  )
}

interface FoundProps {
  id: string
  compared: Compared
  onDone: () => void
}

/** What differs; what is chosen of it is done once somebody says why. */
function Found({ id, compared, onDone }: FoundProps) {
  const { t } = useTranslation('game-catalogue')
  const [parts, setParts] = useState<readonly ListingPart[] | null>(null)
  if (partsThere(compared).length === 0)
    return <p className={blocks['note']}>{t('listing.same', { count: compared.total })}</p>
  return (
    <div className={blocks['stack']}>
      <p className={blocks['note']}>{t('listing.total', { count: compared.total })}</p>
      <FoundGames found={compared} effect={(part) => t(`listing.effects.${part}`)} onApply={setParts} />
      {parts && (
        <ActSheet
          call="gameCatalogue.applyGames"
          input={(reason) => ({ id, digest: compared.digest, parts: [...parts], reason })}
          refreshes={['gameCatalogue']}
          onClose={() => setParts(null)}
          title={t('listing.apply')}
          submitLabel={t('listing.apply')}
          isDanger={parts.includes('gone')}
          facts={parts.map((part) => ({
            label: t(`listing.kinds.${part}`),
            value: t('listing.games', { count: compared.counts[part] }),
          }))}
          reason={{ label: t('field.reason'), isRequired: true }}
          onDone={(done) => {
            say(t('listing.done', done))
            onDone()
          }}
        />
      )}
    </div>
  )
}
