import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaughtSlot } from '@khlang/contract/values/taught-values.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { Failed } from '../../../lib/call/Asked.tsx'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { bankFace } from '../../../lib/words/bank-names.ts'
import { useSending } from '../../../lib/form/use-sending.ts'
import { ChangesField } from './ChangesField.tsx'
import { MarkedText } from './MarkedText.tsx'
import { SlotPalette } from './SlotPalette.tsx'
import { TeachPreview } from './TeachPreview.tsx'
import { marked, type Range } from './tokens.ts'
import type { Begun, Mark } from './taught-shapes.ts'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Taught.module.css'

interface TeachMessageProps {
  messageId: string
  onBack: () => void
  /** The version that was made: its trial is under way. */
  onTaught: (id: string) => void
}

/** An unread message is marked: what is the amount, the account, the time; what remains are its words. */
export default function TeachMessage({ messageId, ...rest }: TeachMessageProps) {
  const { t } = useTranslation('pre-transactions-taught')
  const begun = useQueryCall('taughtFormats.begin', { messageId }, { staleMs: Infinity })
  return (
    <div className={blocks.stack}>
      <div>
        <Button variant="default" size="sm" onClick={rest.onBack}>
          {t('teach.back')}
        </Button>
      </div>
      {begun.data ? (
        <Marking messageId={messageId} begun={begun.data} {...rest} />
      ) : (
        <Failed query={begun} />
      )}
    </div>
  )
}

function Marking({ messageId, begun, onTaught }: TeachMessageProps & { begun: Begun }) {
  const { t } = useTranslation('pre-transactions-taught')
  const [direction, setDirection] = useState(begun.direction)
  const [marks, setMarks] = useState<readonly Mark[]>(begun.marks)
  const [chosen, setChosen] = useState<Range | null>(null)
  const input = { messageId, direction, marks: [...marks] }
  const preview = useQueryCall('taughtFormats.preview', input, { keepsPrevious: true, isTracked: false })
  const mark = (slot: TaughtSlot | null) => {
    if (chosen) setMarks(marked(marks, chosen, slot))
    setChosen(null)
  }
  const isSound = preview.data?.problems.length === 0 && !preview.isPlaceholderData
  return (
    <>
      <section className={blocks.card}>
        <h2>{t('teach.title')}</h2>
        <p className={blocks.quiet}>{t('teach.help')}</p>
        <MarkedText text={begun.text} marks={marks} chosen={chosen} onChoose={setChosen} />
        <SlotPalette
          chosen={chosen && begun.text.slice(chosen.from, chosen.to)}
          marks={marks}
          text={begun.text}
          onMark={mark}
        />
        <SegmentedControl
          aria-label={t('teach.direction')}
          data={[
            { value: 'in', label: t('reading.in') },
            { value: 'out', label: t('reading.out') },
          ]}
          value={direction}
          onChange={(value) => setDirection(value === 'out' ? 'out' : 'in')}
        />
      </section>
      {preview.data ? <TeachPreview preview={preview.data} /> : <Failed query={preview} isInline />}
      <NameAndTry begun={begun} input={input} isSound={isSound} onTaught={onTaught} />
    </>
  )
}

interface NameAndTryProps extends Pick<TeachMessageProps, 'onTaught'> {
  begun: Begun
  input: { messageId: string; direction: 'in' | 'out'; marks: Mark[] }
  isSound: boolean
}

/** What the format is called and who writes so; then it is tried over every message there is. */
function NameAndTry({ begun, input, isSound, onTaught }: NameAndTryProps) {
  const { t } = useTranslation('pre-transactions-taught')
  const usual = t('teach.usualName', { bank: bankFace(begun.bank).name })
  const [name, setName] = useState(usual)
  const [senders, setSenders] = useState<readonly string[]>([begun.sender])
  const [changesId, setChangesId] = useState<string | null>(null)
  const changes = changesId === null ? {} : { changesId }
  const sending = useSending('taughtFormats.teach', 'taughtFormats.teach', ['taughtFormats'])
  const errorText = useErrorText()
  const others = begun.senders.filter((sender) => sender !== begun.sender)
  const toggle = (sender: string, isOn: boolean) =>
    setSenders(isOn ? [...senders, sender] : senders.filter((each) => each !== sender))
  const submit = () =>
    void sending.send({ ...input, name: name.trim(), senders: [...senders], ...changes }, {}).then(
      ({ id }) => onTaught(id),
      (thrown: unknown) => say(errorText(thrown), 'red'),
    )
  return (
    <section className={blocks.card}>
      <h2>{t('teach.nameTitle')}</h2>
      <TextInput
        label={t('field.name')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ChangesField begun={begun} value={changesId} onChange={setChangesId} />
      <fieldset className={classes['senders']}>
        <legend>{t('teach.senders')}</legend>
        <Checkbox checked disabled label={begun.sender} />
        {others.map((sender) => (
          <Checkbox
            key={sender}
            label={sender}
            checked={senders.includes(sender)}
            onChange={(event) => toggle(sender, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <p className={blocks.quiet}>{t('teach.tryHelp')}</p>
      <div className={blocks.buttons}>
        <Button
          disabled={!isSound || name.trim().length < 3 || !sending.canSend}
          loading={sending.isSending}
          onClick={submit}
        >
          {t('teach.try')}
        </Button>
      </div>
    </section>
  )
}
