import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useLoaderData,
  type AnyRoute,
} from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType, type ReactElement } from 'react'
import { loadChunk, loadScreen } from '../lib/chunks.ts'
import { loadTexts } from '../lib/words/i18n.ts'
import { takeReturn } from '../lib/person/kept.ts'
import { landingOf } from '../lib/person/landing.ts'
import { searchText } from '../lib/address/navigation.tsx'
import { useIsLoading } from '../lib/overlay.ts'
import { landing } from '../lib/person/preferences.ts'
import { loadProfile, profileStore } from '../lib/person/profile.ts'
import { readSearch } from '../lib/address/search.ts'
import { session } from '../lib/call/session.ts'
import { Overlay } from '../ui/sheet/Overlay.tsx'
import { FullScreenSpinner } from './states/FullScreenSpinner.tsx'
import { ScreenError } from './states/ScreenError.tsx'
import { consoleRoutes, menuRoutes, type ConsoleRoute } from './routes.ts'

type Module = { default: ComponentType }
type Show = () => ReactElement

function Root() {
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Outlet />
      <Overlay isShown={useIsLoading()} />
    </Suspense>
  )
}

/** A screen whose program and texts have arrived. */
function Loaded() {
  const { default: Component } = useLoaderData({ strict: false }) as Module
  return <Component />
}

const leaveFor = (to: string): never => {
  throw redirect({ to, replace: true })
}

/** The screen that this person begins with, by choice and rights. The next program travels meanwhile. */
async function firstScreen(): Promise<string> {
  void signedInPart()
  await loadProfile()
  return landingOf(landing.get(), menuRoutes, profileStore.get().profile?.permissions)
}

/** Whoever comes from signing in: back to what the session's end interrupted, else to the first screen. */
async function enter(): Promise<never> {
  const place = takeReturn()
  if (place === null) leaveFor(await firstScreen())
  throw redirect({ to: place?.path ?? '/', search: readSearch(place?.search ?? ''), replace: true })
}

/** Where a visitor may not be, by what the session says now. Asked again whenever the session changes. */
const entry: Readonly<Record<string, () => void | Promise<void>>> = {
  '/': () => (session.get().token === null ? undefined : enter()),
  '/otp': () => (session.get().token === null ? leaveFor('/') : undefined),
}

/** `/member/member-detail/{id}` -> `/member/member-detail/$id`. */
const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name}`)

function routeOf(row: ConsoleRoute, parent: AnyRoute, wrap: (row: ConsoleRoute) => Show): AnyRoute {
  const { screen, path, texts } = row
  const beforeLoad = screen ? entry[path] : () => leaveFor('/404')
  return createRoute({
    getParentRoute: () => parent,
    path: routerPath(path),
    staleTime: Number.POSITIVE_INFINITY,
    component: wrap(row),
    ...(beforeLoad ? { beforeLoad: () => beforeLoad() } : {}),
    ...(screen ? { loader: () => loadScreen(path, texts, screen) } : {}),
  })
}

const root = createRootRoute({ component: Root })
const signedInPart = () => loadChunk('signed-in', () => import('./SignedIn.tsx'))
const SignedIn = lazy(() => signedInPart().then(({ SignedIn: Component }) => ({ default: Component })))
const GuardedScreen = lazy(() =>
  signedInPart().then(({ GuardedScreen: Component }) => ({ default: Component })),
)

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signedIn',
  component: SignedIn,
  beforeLoad: () => {
    const { token, isOtpDue } = session.get()
    if (token === null) leaveFor('/')
    if (isOtpDue) leaveFor('/otp')
    // The profile travels while the program of the screen does.
    void loadProfile()
  },
  loader: async () => {
    await Promise.all([signedInPart(), loadTexts('table')])
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Behind sign-in every screen stands in its guard. */
const guarded = (row: ConsoleRoute): Show =>
  function Guarded() {
    return (
      <GuardedScreen row={row}>
        <Loaded />
      </GuardedScreen>
    )
  }

const isPublic = (row: ConsoleRoute): boolean => row.requires === 'public'
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => void leaveFor('/404'),
})

const routeTree = root.addChildren([
  ...consoleRoutes.filter(isPublic).map((row) => routeOf(row, root, () => Loaded)),
  signedIn.addChildren(
    consoleRoutes.filter((row) => !isPublic(row)).map((row) => routeOf(row, signedIn, guarded)),
  ),
  unknown,
])

export const router = createRouter({
  routeTree,
  parseSearch: readSearch,
  stringifySearch: searchText,
  trailingSlash: 'never',
  defaultPendingComponent: FullScreenSpinner,
  defaultPendingMs: 400,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ScreenError,
})

// Sign-in, sign-out, a second factor that is due, another tab: wherever it came from, the guards look again.
session.subscribe(() => void router.invalidate())
