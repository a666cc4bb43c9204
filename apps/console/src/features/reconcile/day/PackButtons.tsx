import { Button } from '@mantine/core'
import { packParts } from '@khlang/contract/values/reconcile-values.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { callFile } from '../../../lib/call/call-file.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useStepUp } from '../../../lib/call/step-up.ts'
import { saveBlob } from '../../../lib/list/download.ts'
import blocks from '../../../ui/Blocks.module.css'

type Part = (typeof packParts)[number]

/** The files of a pack: the printed pages, the book, and the signature over both. */
export function PackButtons({ on, round }: { on: string; round: number }) {
  const { t } = useTranslation('reconcile')
  const errorText = useErrorText()
  const stepUp = useStepUp()
  const [fetching, setFetching] = useState<Part | null>(null)
  const download = async (part: Part) => {
    setFetching(part)
    try {
      const name = `khlang-day-${on}-${round}.${part === 'manifest' ? 'json' : part}`
      saveBlob(name, await stepUp(() => callFile('reconcile.pack', { on, round, part })))
    } catch (thrown) {
      say(errorText(thrown), 'red')
    } finally {
      setFetching(null)
    }
  }
  return (
    <div className={blocks['buttons']}>
      {packParts.map((part) => (
        <Button
          key={part}
          size="sm"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={fetching === part}
          onClick={() => void download(part)}
        >
          {t(`act.${part}`)}
        </Button>
      ))}
    </div>
  )
}
