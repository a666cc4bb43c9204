import { useRef, useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Figures.module.css'

export interface MaskedProps {
  /** As the server masked it. */
  masked: string
  /** What it is, for the button's name: "phone". */
  name: string
  /** Fetches the whole value (the server logs it). Absent: this person may not reveal. A refusal rejects. */
  onReveal?: (() => Promise<string>) | undefined
  format?: ((value: string) => string) | undefined
}

/** A masked value. What was revealed is kept in this component only and goes when it leaves the screen. */
export function Masked({ masked, name, onReveal, format }: MaskedProps) {
  const { t } = useTranslation('table')
  const [revealed, setRevealed] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const isBusy = useRef(false)
  const reveal = async () => {
    if (revealed !== null) return setRevealed(null)
    if (!onReveal || isBusy.current) return
    isBusy.current = true
    setPending(true)
    try {
      setRevealed(await onReveal())
    } catch {
      // The caller's call layer has already told the person why; the value stays masked.
    } finally {
      isBusy.current = false
      setPending(false)
    }
  }
  const text = revealed ?? masked
  return (
    <span className={classes.masked}>
      <span className={classes.figure}>{format ? format(text) : text}</span>
      {onReveal && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          loading={isPending}
          aria-label={t(revealed === null ? 'masked.reveal' : 'masked.hide', { name })}
          onClick={() => void reveal()}
        >
          {revealed === null ? <IconEye size={16} aria-hidden /> : <IconEyeOff size={16} aria-hidden />}
        </ActionIcon>
      )}
    </span>
  )
}
