import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useQueryCall } from '../../../lib/call/query.ts'
import { saveBlob } from '../../../lib/list/download.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Reconcile.module.css'

/** The public key by which packs are checked, to be kept apart from them. */
export function PackKey() {
  const { t } = useTranslation('reconcile')
  const { data } = useQueryCall('reconcile.packKey', {}, { isKept: true, isTracked: false })
  if (data === undefined) return null
  const save = () => saveBlob('khlang-day-packs.pem', new Blob([data.publicKey], { type: 'text/plain' }))
  return (
    <div className={blocks['sides']}>
      <span className={blocks['quiet']}>
        {t('closes.fingerprint')}: <span className={classes['hash']}>{data.fingerprint}</span>
      </span>
      <Button size="sm" variant="subtle" onClick={save}>
        {t('closes.saveKey')}
      </Button>
    </div>
  )
}
