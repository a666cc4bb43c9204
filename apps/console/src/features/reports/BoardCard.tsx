import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { Fragment, useState, type ReactNode } from 'react'
import { hrefOf, type SearchValues } from '../../lib/address/navigation.tsx'
import type { Words } from '../../lib/list/columns.tsx'
import { useWords } from '../../lib/list/use-words.ts'
import { Faced } from '../../lib/record/Face.tsx'
import { ProviderState, stateActs } from '../../lib/record/ProviderState.tsx'
import { RecordActs } from '../../lib/record/RecordActs.tsx'
import { formatCount } from '../../lib/words/formats.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CardLine } from '../../ui/figures/CardLine.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { Status, type Tone } from '../../ui/figures/Status.tsx'
import { bound, counted, named, share } from './report-cells.tsx'
import blocks from '../../ui/Blocks.module.css'
import lines from '../../ui/Cards.module.css'

export type BoardAnswer = OutputOf<CallOf<'reports.board'>>
type Card = BoardAnswer['records'][number]

const tones: Readonly<Record<NonNullable<Card['state']>, Tone>> = {
  active: 'green',
  maintenance: 'amber',
  closed: 'grey',
}

export const cardName = ({ id, provider, type }: Card, words: Words): string =>
  provider ? named(provider.name, words) : type ? words.t(`types.${type}`) : id

interface LinkedProps {
  href: string | null
  /** Other words stand in its line. */
  isInText?: boolean
  children: ReactNode
}
const Linked = ({ href, isInText = false, children }: LinkedProps) =>
  href === null ? (
    children
  ) : (
    <AppLink className={blocks[isInText ? 'wordLink' : 'link']} href={href}>
      {children}
    </AppLink>
  )

/** Where the figures of a card stand row by row, as far as the person may go there. */
function linksOf({ provider, type }: Card, { from, to }: BoardAnswer, { allows }: Words) {
  const of: SearchValues = { providerId: provider?.id, type: type ?? undefined }
  const report = (search: SearchValues) =>
    allows({ agentReport: ['isRead'] })
      ? hrefOf({ to: '/report/total-daily', search: { from, to, ...of, ...search } })
      : null
  const members = () =>
    allows({ agentReport: ['isRead'] })
      ? hrefOf({ to: '/report/total-user', search: { from, to, ...of } })
      : null
  const bets = (search: SearchValues) =>
    allows({ betReport: ['isRead'] }) ? hrefOf({ to: '/bet-report', search: { ...of, ...search } }) : null
  return {
    days: report({}),
    games: report({ by: 'game' }),
    game: (gameId: string) => report({ by: 'game', gameId }),
    members: members(),
    bets: bets({ settledFrom: from, settledTo: to }),
    running: bets({ state: 'running' }),
  }
}

interface BoardCardProps {
  card: Card
  period: BoardAnswer
  /** Where how its calls went is told row by row. */
  callsHref: (id: string) => string
}

/** One provider or type of game: what was played in the period, and what runs now. */
export function BoardCard({ card, period, callsHref }: BoardCardProps) {
  const words = useWords('reports')
  const { t } = words
  const links = linksOf(card, period, words)
  return (
    <article className={blocks['card']} data-dense aria-label={cardName(card, words)}>
      <header className={blocks['sides']}>
        <strong>
          {card.provider ? (
            <Faced
              of="gameCatalogue.logo"
              id={card.hasLogo ? card.provider.id : null}
              name={cardName(card, words)}
            />
          ) : (
            cardName(card, words)
          )}
        </strong>
        {card.state && <Status tone={tones[card.state]} label={t(`board.states.${card.state}`)} />}
      </header>
      <p className={blocks['quiet']}>
        <Linked href={links.games} isInText>
          {t('board.games', { count: card.games, shown: formatCount(card.games) })}
        </Linked>
        {' · '}
        {t('board.shareOf', { share: share(card.shareBps) })}
      </p>
      <div className={lines['lines']}>
        <CardLine label={t('field.stake')}>
          <Linked href={links.days}>
            <Money minor={card.stakeMinor} />
          </Linked>
        </CardLine>
        <CardLine label={t('field.company')}>
          <Linked href={links.days}>
            <Money minor={card.companyMinor} colour signed />
          </Linked>
        </CardLine>
        <CardLine label={t('field.margin')}>
          <Linked href={links.days}>{share(card.marginBps)}</Linked>
        </CardLine>
        <CardLine label={t('field.members')}>
          <Linked href={links.members}>{counted(card.members)}</Linked>
        </CardLine>
        <CardLine label={t('field.bets')}>
          <Linked href={links.bets}>{formatCount(card.bets)}</Linked>
        </CardLine>
        <CardLine label={t('board.running')}>
          <Linked href={links.running}>
            {formatCount(card.openCount)} · <Money minor={card.openMinor} />
          </Linked>
        </CardLine>
        <CardLine label={t('board.worst')}>
          {card.worst ? (
            <>
              <Linked href={links.game(card.worst.game.id)}>{named(card.worst.game.name, words)}</Linked>{' '}
              <Money minor={card.worst.companyMinor} colour signed />
            </>
          ) : (
            '–'
          )}
        </CardLine>
        {card.health.map((way) => (
          <Fragment key={way.way}>
            <CardLine label={t(`board.ways.${way.way}`)} isWrong={way.faults > 0}>
              <Linked href={callsHref(card.id)} isInText>
                {t('board.calls', {
                  count: way.calls,
                  shown: formatCount(way.calls),
                  faults: formatCount(way.faults),
                })}
              </Linked>
            </CardLine>
            <CardLine label={t(`board.answered.${way.way}`)}>
              <Linked href={callsHref(card.id)}>{bound(way.p95Ms, words)}</Linked>
            </CardLine>
          </Fragment>
        ))}
      </div>
      <Press card={card} words={words} />
    </article>
  )
}

/** What the person may press of a provider. */
function Press({ card, words }: { card: Card; words: Words }) {
  const { provider, pressed } = card
  if (!provider || !pressed || !words.allows({ gameManagement: ['isRead', 'isUpdate'] })) return null
  return <PressActs id={card.id} name={named(provider.name, words)} pressed={pressed} />
}

interface PressActsProps {
  id: string
  name: string
  pressed: NonNullable<Card['pressed']>
}

/** To close one is possible at any time; to open it is asked for once. */
function PressActs({ id, name, pressed }: PressActsProps) {
  const words = useWords('game-catalogue')
  const [to, setTo] = useState<NonNullable<Card['state']> | null>(null)
  const { state, isAsked } = pressed
  return (
    <div className={blocks['buttons']}>
      {isAsked && <p className={blocks['quiet']}>{words.t('isAsked')}</p>}
      {!(isAsked && state === 'closed') && <RecordActs acts={stateActs(state, words, setTo)} />}
      {to && (
        <ProviderState provider={{ id, ...pressed }} name={name} to={to} onClose={() => setTo(null)} />
      )}
    </div>
  )
}
