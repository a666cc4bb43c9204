import { importParts } from '@khlang/contract/values/play-values.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { isRefusal } from '../../../lib/call/call.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { FileField } from '../../../ui/form/FileField.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import '../../../ui/kit-later.ts'
import { Modal } from '../../../ui/sheet/Modal.tsx'
import { FoundGames, partsThere, type ListingPart } from '../FoundGames.tsx'
import { saveTemplate } from './game-template.ts'
import { useGameFile, type ReadGames } from './use-game-file.ts'
import { useProviderNames } from './ProviderChoice.tsx'
import { RefusedLines } from './RefusedLines.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface ImportGamesProps {
  /** The provider that is chosen at first. */
  providerId: string | null
  onClose: () => void
}

/** Games from a file: shown first, and taken over once somebody says why. */
export default function ImportGames({ providerId, onClose }: ImportGamesProps) {
  const { t } = useTranslation('game-catalogue')
  const [of, setOf] = useState(providerId)
  const file = useGameFile(of)
  const [parts, setParts] = useState<readonly ListingPart[] | null>(null)
  if (of !== null && file.read && parts)
    return (
      <Agreed
        {...{ of, parts }}
        read={file.read}
        onClose={() => setParts(null)}
        onChanged={() => {
          file.forget()
          setParts(null)
        }}
        onDone={onClose}
      />
    )
  return (
    <Modal isOpen title={t('import.title')} onClose={onClose}>
      <div className={blocks['stack']}>
        <p className={blocks['note']}>{t('import.lead')}</p>
        <Provider
          value={of}
          onChange={(value) => {
            file.forget()
            setOf(value)
          }}
        />
        <FileField
          label={t('import.file')}
          description={t('import.fileHint')}
          accept=".csv,.txt,.xlsx"
          name={file.name}
          progress={file.progress}
          error={file.error}
          onChoose={(chosen) => void file.send(chosen)}
        />
        <div className={blocks['buttons']}>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => saveTemplate((key) => t(key))}
          >
            {t('import.template')}
          </Button>
        </div>
        <div role="status">{file.read && <Found read={file.read} onApply={setParts} />}</div>
      </div>
    </Modal>
  )
}

function Provider({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { t } = useTranslation('game-catalogue')
  return (
    <SelectField
      label={t('field.provider')}
      data={useProviderNames()}
      value={value}
      allowDeselect={false}
      searchable
      onChange={onChange}
    />
  )
}

interface FoundProps {
  read: ReadGames
  onApply: (parts: readonly ListingPart[]) => void
}

/** What is new or changed, and the lines that are not taken. */
function Found({ read, onApply }: FoundProps) {
  const { t } = useTranslation('game-catalogue')
  const isSame = partsThere(read).length === 0
  return (
    <div className={blocks['stack']}>
      <p className={blocks['note']}>{t(isSame ? 'import.same' : 'import.total', { count: read.total })}</p>
      <RefusedLines read={read} />
      {!isSame && (
        <FoundGames
          key={read.digest}
          found={read}
          effect={(part) => t(`import.effects.${part}`)}
          onApply={onApply}
        />
      )}
    </div>
  )
}

interface AgreedProps {
  of: string
  read: ReadGames
  parts: readonly ListingPart[]
  onClose: () => void
  /** Somebody else changed games meanwhile: the file is to be read anew. */
  onChanged: () => void
  onDone: () => void
}

function Agreed({ of, read, parts, onClose, onChanged, onDone }: AgreedProps) {
  const { t } = useTranslation('game-catalogue')
  const chosen = importParts.filter((part) => parts.includes(part))
  return (
    <ActSheet
      call="gameCatalogue.importGames"
      input={(reason) => ({ id: of, digest: read.digest, parts: [...chosen], reason })}
      refreshes={['gameCatalogue']}
      onClose={onClose}
      onRefused={(thrown) => {
        const isChanged = isRefusal(thrown, 'gameCatalogue.importGames') && thrown.code === 'conflict'
        if (!isChanged) return false
        say(t('import.changed'), 'amber')
        onChanged()
        return true
      }}
      title={t('import.title')}
      submitLabel={t('import.submit')}
      facts={chosen.map((part) => ({
        label: t(`listing.kinds.${part}`),
        value: t('listing.games', { count: read.counts[part] }),
      }))}
      reason={{ label: t('field.reason'), isRequired: true }}
      onDone={(done) => {
        say(t('import.done', done))
        onDone()
      }}
    />
  )
}
