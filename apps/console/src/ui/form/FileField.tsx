import { Button, Input, Progress } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useId, useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import '../kit-later.ts'
import classes from './Picture.module.css'

interface FileFieldProps {
  label: string
  description?: string
  /** What is taken, as the browser's own dialog asks for it. */
  accept: string
  /** What was chosen; null: nothing. */
  name: string | null
  /** From 0 to 1 while it is sent; null: nothing is. */
  progress: number | null
  error: string | undefined
  onChoose: (file: File) => void
}

/** A file that is dropped or chosen. */
export function FileField({ label, description, accept, name, progress, error, onChoose }: FileFieldProps) {
  const { t } = useTranslation('ui')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const isSending = progress !== null
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !isSending) onChoose(file)
  }
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <div
        className={`${classes['drop']} ${isOver ? classes['over'] : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {name !== null && <strong>{name}</strong>}
        {isSending && (
          <Progress
            className={classes['bar'] ?? ''}
            value={progress * 100}
            aria-label={t('file.sending')}
          />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          aria-invalid={error !== undefined}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file) onChoose(file)
          }}
        />
        <div className={classes['buttons']}>
          <Button
            variant="default"
            leftSection={<IconFileUpload size={16} aria-hidden />}
            disabled={isSending}
            onClick={() => input.current?.click()}
          >
            {t(name === null ? 'file.choose' : 'file.chooseOther')}
          </Button>
        </div>
        <span role="status">{isSending ? t('file.sending') : ''}</span>
      </div>
    </Input.Wrapper>
  )
}
