import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { rangeOf, tokensOf, type Range, type Token } from './tokens.ts'
import { slotTones, type Mark } from './taught-shapes.ts'
import classes from './Taught.module.css'

interface MarkedTextProps {
  text: string
  marks: readonly Mark[]
  chosen: Range | null
  onChoose: (range: Range) => void
}

/**
 * The message, large: a press chooses a word or a number, another press up to there; a mouse may draw over
 * several. What is marked bears its colour and its name.
 */
export function MarkedText({ text, marks, chosen, onChoose }: MarkedTextProps) {
  const { t } = useTranslation('pre-transactions-taught')
  const drawnFrom = useRef<Token | null>(null)
  const markAt = ({ from, to }: Range) => marks.find((mark) => mark.from <= from && mark.to >= to)
  const press = (token: Token, isMore: boolean) => {
    const mark = markAt(token)
    if (isMore && chosen) onChoose(rangeOf(chosen, token))
    else onChoose(mark ?? token)
  }
  const draw = (token: Token) => {
    if (drawnFrom.current && drawnFrom.current.from !== token.from)
      onChoose(rangeOf(drawnFrom.current, token))
  }
  return (
    <p
      className={classes['text']}
      role="group"
      aria-label={t('teach.text')}
      onPointerUp={() => (drawnFrom.current = null)}
      onPointerLeave={() => (drawnFrom.current = null)}
    >
      {tokensOf(text, marks).map((token) => {
        const mark = markAt(token)
        const isChosen = chosen !== null && chosen.from <= token.from && chosen.to >= token.to
        if (token.text.trim() === '')
          return (
            <span key={token.from} data-chosen={isChosen || undefined}>
              {token.text}
            </span>
          )
        return (
          <button
            key={token.from}
            type="button"
            className={classes['token']}
            data-tone={mark && slotTones[mark.slot]}
            data-chosen={isChosen || undefined}
            aria-pressed={isChosen}
            title={mark && t(`slots.${mark.slot}`)}
            onPointerDown={(event) => {
              if (event.pointerType === 'mouse') drawnFrom.current = token
            }}
            onPointerEnter={() => draw(token)}
            onClick={(event) => press(token, event.shiftKey || isBeside(chosen, token, markAt(token)))}
          >
            {token.text}
          </button>
        )
      })}
    </p>
  )
}

/** A second press on an unmarked piece goes on from the first; one that is chosen begins anew. */
const isBeside = (chosen: Range | null, token: Token, mark: Mark | undefined): boolean =>
  chosen !== null && mark === undefined && !(chosen.from <= token.from && chosen.to >= token.to)
