import { Button } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useCall, useQueryCall } from '../../../lib/call/query.ts'
import { loadChunk } from '../../../lib/chunks.ts'
import { saveFile } from '../../../lib/list/download.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useProfile } from '../../../lib/person/profile.ts'
import { formatCount } from '../../../lib/words/formats.ts'
import { callsOf, mayUpdate, type CompareClass, type Side } from './compare-shapes.ts'

const SheetUpload = lazy(() => loadChunk('compare-upload', () => import('./SheetUpload.tsx')))

interface SheetToolsProps {
  side: Side
  accountId: string | undefined
  on: string | undefined
  filter: { readonly class?: readonly CompareClass[] | undefined; readonly search?: string | undefined }
}

/** The rows as a spreadsheet, and back again with decisions in it. */
export function SheetTools({ side, accountId, on, filter }: SheetToolsProps) {
  const { t } = useTranslation('pre-transactions-reconcile')
  const allows = useAllows()
  const { role } = useProfile()
  const errorText = useErrorText()
  const [isOpen, setOpen] = useState(false)
  const { send, canSend, isSending } = useCall(callsOf[side].sheet)
  const { data: totals } = useQueryCall(
    callsOf[side].totals,
    { ...(accountId && { accountId }), ...(on && { on }) },
    { keepsPrevious: true, isTracked: false },
  )
  const download = async () => {
    try {
      const day = { ...(accountId && { accountId }), ...(on && { on }) }
      const { class: names, search } = filter
      const file = await send({ ...day, ...(names && { class: [...names] }), ...(search && { search }) })
      saveFile(file)
      say(t('upload.saved', { shown: formatCount(file.rows), count: file.rows }))
    } catch (thrown) {
      say(errorText(thrown), 'red')
    }
  }
  return (
    <>
      {role.abilities.exportData && (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={!canSend || isSending}
          onClick={() => void download()}
        >
          {t('upload.download')}
        </Button>
      )}
      {allows(mayUpdate[side]) && (
        <Button
          variant="default"
          leftSection={<IconUpload size={18} aria-hidden />}
          disabled={!totals}
          onClick={() => setOpen(true)}
        >
          {t('upload.button')}
        </Button>
      )}
      {isOpen && totals && (
        <Suspense>
          <SheetUpload
            side={side}
            of={{ accountId: totals.accountId, on: totals.on }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
