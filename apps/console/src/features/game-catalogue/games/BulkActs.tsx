import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { catalogueStates, gameTags } from '@khlang/contract/values/play-values.ts'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { FormSection } from '../../../ui/form/FormPage.tsx'
import '../../../ui/kit-later.ts'
import { Modal } from '../../../ui/sheet/Modal.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import type { CatalogueState, GameRow } from '../catalogue-shapes.tsx'
import blocks from '../../../ui/Blocks.module.css'

type Results = OutputOf<CallOf<'gameCatalogue.setGames'>>['results']
type Tag = (typeof gameTags)[number]

interface BulkActsProps {
  games: readonly GameRow[]
  onDone: () => void
}

/** Sets state or tags of the ticked games, and says of each what became of it. */
export function BulkActs({ games, onDone }: BulkActsProps) {
  const { t } = useTranslation('game-catalogue')
  const [isAsked, setAsked] = useState(false)
  const [results, setResults] = useState<Results | null>(null)
  const end = (came: Results) => {
    if (came.some(({ outcome }) => outcome !== 'done')) return setResults(came)
    say(t('bulk.done', { count: came.length }))
    onDone()
  }
  return (
    <>
      <Button size="compact-sm" disabled={games.length === 0} onClick={() => setAsked(true)}>
        {t('bulk.button')}
      </Button>
      {isAsked && <BulkSheet games={games} onClose={() => setAsked(false)} onDone={end} />}
      {results && <BulkResults games={games} results={results} onClose={onDone} />}
    </>
  )
}

interface BulkSheetProps {
  games: readonly GameRow[]
  onClose: () => void
  onDone: (results: Results) => void
}

function BulkSheet({ games, onClose, onDone }: BulkSheetProps) {
  const { t } = useTranslation('game-catalogue')
  const [state, setState] = useState<CatalogueState | ''>('')
  const [addTags, setAdd] = useState<readonly Tag[]>([])
  const [removeTags, setRemove] = useState<readonly Tag[]>([])
  return (
    <ActSheet
      call="gameCatalogue.setGames"
      input={() => ({
        rows: games.map(({ id, version }) => ({ id, version })),
        ...(state === '' ? {} : { state }),
        addTags: [...addTags],
        removeTags: [...removeTags],
      })}
      refreshes={['gameCatalogue']}
      onClose={onClose}
      title={t('bulk.title', { count: games.length })}
      submitLabel={t('bulk.submit')}
      isDanger={state === 'closed'}
      isPossible={state !== '' || addTags.length > 0 || removeTags.length > 0}
      onDone={({ results }) => onDone(results)}
    >
      <NativeSelect
        label={t('field.state')}
        data={[
          { value: '', label: t('bulk.asItIs') },
          ...catalogueStates.map((value) => ({ value, label: t(`states.${value}`) })),
        ]}
        value={state}
        onChange={(event) => {
          const { value } = event.currentTarget
          setState(catalogueStates.find((each) => each === value) ?? '')
        }}
      />
      <Tags title={t('bulk.addTags')} value={addTags} without={removeTags} onChange={setAdd} />
      <Tags title={t('bulk.removeTags')} value={removeTags} without={addTags} onChange={setRemove} />
    </ActSheet>
  )
}

interface TagsProps {
  title: string
  value: readonly Tag[]
  /** What the other choice has taken. */
  without: readonly Tag[]
  onChange: (tags: readonly Tag[]) => void
}

function Tags({ title, value, without, onChange }: TagsProps) {
  const { t } = useTranslation('game-catalogue')
  return (
    <FormSection title={title}>
      <div className={blocks['buttons']}>
        {gameTags.map((tag) => (
          <Checkbox
            key={tag}
            label={t(`tags.${tag}`)}
            checked={value.includes(tag)}
            disabled={without.includes(tag)}
            onChange={(event) =>
              onChange(
                gameTags.filter((each) =>
                  each === tag ? event.currentTarget.checked : value.includes(each),
                ),
              )
            }
          />
        ))}
      </div>
    </FormSection>
  )
}

interface BulkResultsProps {
  games: readonly GameRow[]
  results: Results
  onClose: () => void
}

/** What became of each: those that somebody else changed meanwhile are to be looked at again. */
function BulkResults({ games, results, onClose }: BulkResultsProps) {
  const { t } = useTranslation('game-catalogue')
  const { language } = useReading()
  const nameOf = (id: string): string => {
    const game = games.find((each) => each.id === id)
    return game === undefined ? id : language === 'th' ? game.nameTh : game.nameEn
  }
  return (
    <Modal isOpen title={t('bulk.results')} onClose={onClose}>
      <ul className={blocks['list']} data-spaced>
        {results.map(({ id, outcome }) => (
          <li key={id} className={blocks['sides']}>
            {nameOf(id)}
            <Status tone={outcome === 'done' ? 'green' : 'red'} label={t(`bulk.outcomes.${outcome}`)} />
          </li>
        ))}
      </ul>
      <div className={blocks['buttons']}>
        <Button onClick={onClose}>{t('bulk.read')}</Button>
      </div>
    </Modal>
  )
}
