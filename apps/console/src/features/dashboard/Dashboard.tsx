import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { dateOnText, oneOf } from '../../lib/address/search-values.ts'
import { useFailure } from '../../lib/call/failure.ts'
import { loadChunk } from '../../lib/chunks.ts'
import { bangkokDateOn, formatDateInWords } from '../../lib/words/formats.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { useProfile } from '../../lib/person/profile.ts'
import { useScreenSearch, type RawSearch } from '../../lib/address/search.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateField } from '../../ui/filters/DateField.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { WhenNear } from '../../ui/page/WhenNear.tsx'
import { Time } from '../../ui/figures/Time.tsx'
import { useReading } from '../../ui/use-reading.ts'
import { Alarms } from './Alarms.tsx'
import { dayAfter } from './day-after.ts'
import { DayFigures } from './DayFigures.tsx'
import { useFigureLinks, type FigureLinks } from './figure-links.ts'
import { HoursChart } from './HoursChart.tsx'
import { MoneyNow } from './MoneyNow.tsx'
import { OpenScreenList } from './OpenScreenList.tsx'
import { OwnAccounts } from './OwnAccounts.tsx'
import { DayBones, GamesBones, MoneyBones } from './DashboardBones.tsx'
import { ProofBones } from './proof/ProofBones.tsx'
import { useAlarms } from './use-alarms.ts'
import { useDashboard } from './use-dashboard.ts'
import classes from './Dashboard.module.css'

const Games = lazy(() => loadChunk('games', () => import('./games/Games.tsx')))
const Proof = lazy(() => loadChunk('proof', () => import('./proof/Proof.tsx')))
const parse = (raw: RawSearch) => ({ on: dateOnText(raw['on']), tab: oneOf(raw['tab'], ['proof']) })

/** `/dashboard`: money now and the figures of a day; for an owner the proof of the book, too. */
export default function Dashboard() {
  const { t } = useTranslation('dashboard')
  const { role } = useProfile()
  const [{ tab }] = useScreenSearch(parse)
  if (tab !== 'proof' || !role.isAdmin) return <Figures />
  return (
    <Page
      title={t('proof.title')}
      description={t('proof.lead')}
      actions={
        <Button component={AppLink} variant="default" href={hrefOf({ to: '/dashboard' })}>
          {t('proof.back')}
        </Button>
      }
    >
      <Suspense fallback={<ProofBones />}>
        <Proof />
      </Suspense>
    </Page>
  )
}

/** Money now, the figures of a day, and what this person may open. */
function Figures() {
  const { t } = useTranslation('dashboard')
  const { displayName, roleName, role } = useProfile()
  const [search, change] = useScreenSearch(parse)
  const { now, day } = useDashboard(search.on)
  const links = useFigureLinks()
  const failure = useFailure()
  const allowed = useAllows()
  const isForMoney = allowed({ pretransactionDepositWithdraw: ['isRead'] })
  const isForPlay = allowed({ agentReport: ['isRead'] })
  const alarms = useAlarms({ isForMoney, isForBets: allowed({ betReport: ['isRead'] }) })
  const nowError = failure(now.error)
  const isAlarmsDue = alarms.isEnabled && !alarms.alarms && !alarms.error
  // How many alarms there are is known only with the answer, so nothing real stands below it before.
  const isFirstLoad = !nowError && ((isForMoney && !now.data) || isAlarmsDue)
  const todayOn = now.data?.businessOn ?? bangkokDateOn(Date.now())
  return (
    <Page
      title={t('greeting', { name: displayName })}
      actions={
        role.isAdmin && (
          <Button
            component={AppLink}
            variant="default"
            href={hrefOf({ to: '/dashboard', search: { tab: 'proof' } })}
          >
            {t('proof.open')}
          </Button>
        )
      }
      description={
        <>
          {t(`ui:roles.${role.template}`, roleName)}
          {now.data && (
            <>
              {' · '}
              {t('asOf')} <Time at={now.data.at} show="exact" />
            </>
          )}
        </>
      }
    >
      {!isForMoney && <OpenScreenList />}
      {nowError && <ErrorState error={nowError} isInline onRetry={() => void now.refetch()} />}
      {isFirstLoad && (
        <>
          {isForMoney && <MoneyBones />}
          <DayBones />
        </>
      )}
      {!isFirstLoad && alarms.isEnabled && <Alarms {...alarms} isOfPlay={!isForMoney} />}
      {isForMoney && now.data && !isFirstLoad && <MoneyNow now={now.data} links={links} />}
      {!isFirstLoad && (
        <Day
          day={day}
          links={links}
          onChange={(on) => change({ on: on === todayOn ? undefined : on })}
          todayOn={todayOn}
          chosenOn={search.on ?? todayOn}
        />
      )}
      {isForPlay && !isFirstLoad && (
        <WhenNear bones={<GamesBones isIdle />}>
          <Suspense fallback={<GamesBones />}>
            <Games on={search.on} todayOn={todayOn} />
          </Suspense>
        </WhenNear>
      )}
      {isForMoney && !isFirstLoad && now.data?.accounts && (
        <OwnAccounts accounts={now.data.accounts} totalMinor={now.data.ownMinor} links={links} />
      )}
      {isForMoney && !isFirstLoad && <OpenScreenList />}
    </Page>
  )
}

interface DayProps {
  day: ReturnType<typeof useDashboard>['day']
  links: FigureLinks
  onChange: (on: string) => void
  todayOn: string
  chosenOn: string
}

/** One day: its picker, its counters, its hours. */
function Day({ day, links, onChange, todayOn, chosenOn }: DayProps) {
  const { t } = useTranslation('dashboard')
  const reading = useReading()
  const failure = useFailure()
  const error = failure(day.error)
  const yesterdayOn = dayAfter(todayOn, -1)
  const choice = (on: string, label: string) => (
    <Button
      variant={chosenOn === on ? 'light' : 'default'}
      aria-pressed={chosenOn === on}
      onClick={() => onChange(on)}
    >
      {label}
    </Button>
  )
  return (
    <section
      aria-label={t('day.title', { date: formatDateInWords(chosenOn, reading) })}
      className={classes['day']}
    >
      <div className={classes['dayHead']}>
        <h2 className={classes['title']}>
          {t('day.title', { date: formatDateInWords(chosenOn, reading) })}
        </h2>
        <div className={classes['dayPick']}>
          {choice(todayOn, t('day.today'))}
          {choice(yesterdayOn, t('day.yesterday'))}
          <DateField
            label={t('day.pick')}
            value={chosenOn}
            maxOn={todayOn}
            isClearable={false}
            onChange={(on) => on !== null && onChange(on)}
          />
        </div>
      </div>
      {error && <ErrorState error={error} isInline onRetry={() => void day.refetch()} />}
      {!day.data && !error && <DayBones />}
      {day.data && (
        <>
          <DayFigures day={day.data} links={links} isRunning={day.data.businessOn === todayOn} />
          <HoursChart hours={day.data.hours} />
        </>
      )}
    </section>
  )
}
