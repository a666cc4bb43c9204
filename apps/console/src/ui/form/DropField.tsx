import { Button, Input, Progress } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
import '../kit-later.ts'
import classes from './Picture.module.css'

export interface DropFieldProps {
  label: string
  description?: string | undefined
  isRequired?: boolean
  /** What is taken, as the browser's own dialog asks for it. */
  accept: string
  /** From 0 to 1 while it is sent; null: nothing is. */
  progress: number | null
  error: string | undefined
  icon: Icon
  words: { choose: string; sending: string }
  onChoose: (file: File) => void
  /** What was chosen, for the eye. */
  chosen: ReactNode
  /** More buttons, beside the one that opens the dialog. */
  acts?: ReactNode
}

/** A file that is dropped or chosen, and how far it is sent. */
export function DropField(props: DropFieldProps) {
  const { label, description, isRequired = false, accept, progress, error, icon: Glyph, words } = props
  const { onChoose, chosen, acts } = props
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
        {chosen}
        {isSending && (
          <Progress className={classes['bar'] ?? ''} value={progress * 100} aria-label={words.sending} />
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
            leftSection={<Glyph size={16} aria-hidden />}
            disabled={isSending}
            onClick={() => input.current?.click()}
          >
            {words.choose}
          </Button>
          {acts}
        </div>
        <span role="status">{isSending ? words.sending : ''}</span>
      </div>
    </Input.Wrapper>
  )
}
