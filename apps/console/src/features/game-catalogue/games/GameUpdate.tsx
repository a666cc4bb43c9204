import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { hrefOf, useGo } from '../../../lib/address/navigation.tsx'
import { idOf, oneOf } from '../../../lib/address/search-values.ts'
import { useScreenSearch, type RawSearch } from '../../../lib/address/search.ts'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { FormPage } from '../../../ui/form/FormPage.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import { CataloguePicture } from '../CataloguePicture.tsx'
import type { GameRow } from '../catalogue-shapes.tsx'
import { draftOf, emptyGame, sharedOf, type GameDraft } from './game-draft.ts'
import { GameFields } from './GameFields.tsx'

const parse = (raw: RawSearch) => ({
  id: oneOf(raw['id'], ['new']) ?? idOf(raw['id'], 'gam'),
  providerId: idOf(raw['providerId'], 'gpr'),
})
const list = hrefOf({ to: '/website/game' })

/** `/website/game/update`: one game to change, or the form of a new one. */
export default function GameUpdate() {
  const { t } = useTranslation('game-catalogue')
  const [{ id, providerId }] = useScreenSearch(parse)
  return (
    <Page title={t('gameUpdate.title')} description={t('gameUpdate.lead')}>
      {id === undefined && (
        <EmptyState title={t('gameUpdate.none')} hint={t('gameUpdate.noneHint')}>
          <Button component={AppLink} href={list}>
            {t('gameUpdate.toList')}
          </Button>
        </EmptyState>
      )}
      {id === 'new' && <NewGame providerId={providerId ?? ''} />}
      {id !== undefined && id !== 'new' && <Chosen key={id} id={id} />}
    </Page>
  )
}

function NewGame({ providerId }: { providerId: string }) {
  const { t } = useTranslation('game-catalogue')
  const go = useGo()
  const form = useForm<'gameCatalogue.createGame', GameDraft>(
    {
      call: 'gameCatalogue.createGame',
      area: 'game-catalogue',
      start: { ...emptyGame, providerId },
      input: (draft) => ({ ...sharedOf(draft), providerId: draft.providerId, code: draft.code.trim() }),
      refreshes: ['gameCatalogue'],
    },
    {
      onDone: ({ id }) => {
        say(t('gameUpdate.added'))
        go({ to: '/website/game/update', search: { id } })
      },
    },
  )
  return (
    <FormPage {...form.page} isPart title={t('gameUpdate.new')} submitLabel={t('gameUpdate.add')}>
      <GameFields {...form} isNew />
    </FormPage>
  )
}

function Chosen({ id }: { id: string }) {
  const query = useQueryCall('gameCatalogue.game', { id }, { live: 'game' })
  return <Asked query={query}>{(game) => <StoredGame game={game} />}</Asked>
}

function StoredGame({ game }: { game: GameRow }) {
  const { t } = useTranslation('game-catalogue')
  const { language } = useReading()
  const { id, version } = game
  const name = language === 'th' ? game.nameTh : game.nameEn
  const stored = useMemo(() => ({ version, draft: draftOf(game) }), [game, version])
  const form = useForm<'gameCatalogue.updateGame', GameDraft>(
    {
      call: 'gameCatalogue.updateGame',
      about: id,
      area: 'game-catalogue',
      start: stored.draft,
      input: (draft, base) => ({ ...sharedOf(draft), id, version: base.version }),
      refreshes: ['gameCatalogue'],
    },
    {
      stored,
      onDone: ({ version: now }, draft) => {
        say(t('gameUpdate.saved'))
        form.store({ version: now, draft })
      },
    },
  )
  return (
    <FormPage
      {...form.page}
      isPart
      title={name}
      description={`${game.provider.name[language]} · ${game.code}`}
      submitLabel={t('form.save')}
      canSubmit={form.canSend}
    >
      <CataloguePicture of="image" id={id} hasPicture={game.hasImage} name={name} />
      <GameFields {...form} isNew={false} />
    </FormPage>
  )
}
