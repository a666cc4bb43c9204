import { Button } from '@mantine/core'
import { packParts } from '@khlang/contract/values/reconcile-values.ts'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { callFile } from '../../../lib/call/call-file.ts'
import { useFile } from '../../../lib/record/use-file.ts'
import blocks from '../../../ui/Blocks.module.css'

type Part = (typeof packParts)[number]

/** The files of a pack: the printed pages, the book, and the signature over both. */
export function PackButtons({ on, round }: { on: string; round: number }) {
  const { t } = useTranslation('reconcile')
  const { fetching, save } = useFile()
  const nameOf = (part: Part) => `khlang-day-${on}-${round}.${part === 'manifest' ? 'json' : part}`
  return (
    <div className={blocks['buttons']}>
      {packParts.map((part) => (
        <Button
          key={part}
          size="sm"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={fetching === nameOf(part)}
          onClick={() => void save(nameOf(part), () => callFile('reconcile.pack', { on, round, part }))}
        >
          {t(`act.${part}`)}
        </Button>
      ))}
    </div>
  )
}
