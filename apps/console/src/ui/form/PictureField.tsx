import { Button, Input, Progress } from '@mantine/core'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { useId, useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import '../kit-later.ts'
import classes from './Picture.module.css'

/** A picture on its way or there. */
export interface PictureState {
  /** Of the file that was chosen, for the eye; null: none. */
  readonly preview: string | null
  /** From 0 to 1 while it is sent; null: nothing is. */
  readonly progress: number | null
}

interface PictureFieldProps {
  label: string
  description?: string
  isRequired: boolean
  value: PictureState
  error: string | undefined
  onChoose: (file: File) => void
  onRemove: () => void
}

/** A picture that is dropped, chosen or, on a phone, taken with the camera. */
export function PictureField(props: PictureFieldProps) {
  const { label, description, isRequired, value, error, onChoose, onRemove } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const isSending = value.progress !== null
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !isSending) onChoose(file)
  }
  return (
    <Input.Wrapper id={id} label={label} description={description} withAsterisk={isRequired} error={error}>
      <div
        className={`${classes['drop']} ${isOver ? classes['over'] : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {value.preview !== null && <img src={value.preview} alt={t('picture.chosen')} />}
        {value.progress !== null && (
          <Progress
            className={classes['bar'] ?? ''}
            value={value.progress * 100}
            aria-label={t('picture.sending')}
          />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
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
            leftSection={<IconPhotoUp size={16} aria-hidden />}
            disabled={isSending}
            onClick={() => input.current?.click()}
          >
            {t(value.preview === null ? 'picture.choose' : 'picture.chooseOther')}
          </Button>
          {value.preview !== null && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={onRemove}
            >
              {t('picture.remove')}
            </Button>
          )}
        </div>
        <span role="status">{isSending ? t('picture.sending') : ''}</span>
      </div>
    </Input.Wrapper>
  )
}
