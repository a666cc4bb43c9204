import { useQueryCall } from '../../../lib/call/query.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { useWords } from '../../../lib/list/use-words.ts'
import { formatDateInWords } from '../../../lib/words/formats.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { GamesBones } from '../DashboardBones.tsx'
import { GameFigures } from './GameFigures.tsx'
import { GameParts } from './GameParts.tsx'
import { TopMembers } from './TopMembers.tsx'
import classes from '../Dashboard.module.css'

/** Sums of play are a second or two behind; nothing tells of a single bet. */
const refetchEveryMs = 5_000

interface GamesProps {
  /** Absent: today. */
  on: string | undefined
  todayOn: string
}

/** What was played on the day that the first screen shows: sums, games, and who won or lost most. */
export default function Games({ on, todayOn }: GamesProps) {
  const { t, reading } = useWords('reports')
  const failure = useFailure()
  const query = useQueryCall('reports.day', on === undefined ? {} : { on }, {
    isTracked: false,
    keepsPrevious: true,
    staleMs: refetchEveryMs,
    refetchEveryMs,
  })
  const day = query.data
  const error = failure(query.error)
  const title = t('day.title', { date: formatDateInWords(day?.businessOn ?? on ?? todayOn, reading) })
  return (
    <section aria-label={title} className={classes['day']}>
      <h2 className={classes['title']}>{title}</h2>
      {error && <ErrorState error={error} isInline onRetry={() => void query.refetch()} />}
      {!day && !error && <GamesBones />}
      {day && (
        <>
          <GameFigures day={day} isRunning={day.businessOn === todayOn} />
          <GameParts day={day} />
          <TopMembers day={day} />
        </>
      )}
    </section>
  )
}
