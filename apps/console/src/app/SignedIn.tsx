import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { startTransition, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bringNewsCalmly } from '../lib/alerts/calm.ts'
import { loadChunk } from '../lib/chunks.ts'
import { noteAway, useConnection } from '../lib/call/connection.ts'
import { startIdle, useIdleSecondsLeft } from '../lib/person/idle.ts'
import { Late, latePart } from '../lib/late-part.ts'
import { startLive } from '../lib/call/live.ts'
import { loadProfile, useProfileState } from '../lib/person/profile.ts'
import { createQueryClient } from '../lib/call/query.ts'
import { useSession } from '../lib/call/session.ts'
import { endSession } from '../lib/person/sign-out.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { useStepUpRequest } from '../lib/call/step-up.ts'
import { ContentSpinner, FullScreenSpinner } from './states/FullScreenSpinner.tsx'
import { Guard } from './guards.tsx'
import './kit-signed-in.ts'
import Behind from './Behind.tsx'
import { Layout } from './layout/Layout.tsx'
import { QuietBoundary } from './states/QuietBoundary.tsx'
import { isBusyElsewhere, pressedKey, pressOnceBound } from '../ui/keys/shortcuts.ts'
import { Notices } from '../ui/page/Notices.tsx'
import type { ConsoleRoute } from './routes.ts'
import { useProfileLive } from './use-profile-live.ts'

const retryEveryMs = 3000
const dialogsAfterMs = 10_000
const behindAfterMs = 300
bringNewsCalmly()
const dialogs = latePart(() => loadChunk('dialogs', () => import('./layout/Dialogs.tsx')))

/** Everything behind a token. Nothing of it shows before the own profile is there. */
export function SignedIn() {
  const { token } = useSession()
  const { profile, error } = useProfileState()
  const { t } = useTranslation('ui')

  useEffect(() => {
    if (token === null || profile !== null) return
    void loadProfile()
    const timer = setInterval(() => void loadProfile(), retryEveryMs)
    return () => clearInterval(timer)
  }, [token, profile])

  if (token === null || profile === null)
    return <FullScreenSpinner>{error && t('waitingForServer')}</FullScreenSpinner>
  // A new token is a new person: nothing of the cache before may be seen.
  return <Running key={profile.id} token={token} idleTimeoutMs={profile.session.idleTimeoutMs} />
}

function Running({ token, idleTimeoutMs }: { token: string; idleTimeoutMs: number }) {
  const [client] = useState(createQueryClient)
  const { awaySince } = useConnection()
  const isAway = awaySince !== null

  useEffect(() => startLive(token), [token])
  useProfileLive()
  useEffect(() => startIdle({ idleTimeoutMs, onEnd: () => endSession('idle') }), [idleTimeoutMs, token])
  useEffect(() => {
    addEventListener('offline', noteAway)
    return () => removeEventListener('offline', noteAway)
  }, [])
  useEffect(() => {
    if (!isAway) return
    const ask = () => void loadProfile(true)
    const timer = setInterval(ask, retryEveryMs)
    addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('online', ask)
      // It is back: what is on the screen is asked for again.
      void client.invalidateQueries()
    }
  }, [isAway, client])

  return (
    <QueryClientProvider client={client}>
      <Layout>
        <Suspense fallback={<ContentSpinner />}>
          <Outlet />
        </Suspense>
      </Layout>
      <Notices />
      <QuietBoundary>
        <BehindWhenQuiet />
      </QuietBoundary>
      <DialogsWhenNeeded />
    </QueryClientProvider>
  )
}

/** What runs behind the screen begins after it: the rows come first. */
function BehindWhenQuiet() {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDue(true)), behindAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isDue && <Behind />
}

/** Not in the first load; yet fetched soon: a server out of reach could not send them when they are due. */
function DialogsWhenNeeded() {
  const secondsLeft = useIdleSecondsLeft()
  const request = useStepUpRequest()
  useEffect(() => {
    const timer = setTimeout(() => void whenIdle(2000).then(dialogs.fetch), dialogsAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (dialogs.shown.get() !== null || isBusyElsewhere(event) || pressedKey(event) !== '?') return
      void dialogs.fetch().then((isThere) => isThere && pressOnceBound('?'))
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  // Tried anew with every second of the warning, for as long as there is something to warn of.
  useEffect(() => {
    if (secondsLeft !== null) void dialogs.fetch()
  }, [secondsLeft])
  useEffect(() => {
    const ask = async (): Promise<void> => {
      // Without its dialog the act is refused, not left waiting; pressed once more, it asks once more.
      if (request !== null && !(await dialogs.fetch())) request.settle(false)
    }
    void ask()
  }, [request])
  return (
    <QuietBoundary>
      <Suspense>
        <Late part={dialogs} />
      </Suspense>
    </QuietBoundary>
  )
}

/** A screen behind its permission. */
export function GuardedScreen({ row, children }: { row: ConsoleRoute; children: ReactNode }) {
  return <Guard requires={row.requires}>{children}</Guard>
}
