// The first script of the page, built apart from the program and run while that is on its way: it names the
// files of the screen in the address, so that all travel in one wave, and asks for the own profile and then,
// with the rights that it tells, for the first rows. Whoever has no token gets nothing of it.
import type { Requires } from '@khlang/contract/kit/permissions.ts'
import type { EarlyAsked, EarlyCall, EarlyPlan, EarlyScreen } from '../lib/call/early-plan.ts'

declare const KHLANG_EARLY_PLAN: EarlyPlan
declare global {
  var khlangEarly: EarlyAsked | undefined
}

interface Self {
  readonly permissions: Readonly<Record<string, Readonly<Record<string, boolean>> | undefined>>
  readonly role: { readonly isAdmin: boolean }
}

const kept = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** The address of the calls, as the server wrote it into the page; null where it wrote nothing. */
function apiBase(): string | null {
  try {
    const text = document.querySelector('meta[name="config"]')?.getAttribute('content') ?? ''
    return (JSON.parse(text) as { bases: { api: string } }).bases.api
  } catch {
    return null
  }
}

const screenOf = (plan: EarlyPlan, path: string): EarlyScreen | undefined =>
  plan.screens[path] ?? plan.screens[path.replace(/\/[^/]+$/, '/{id}')]

function fetchSoon(rel: string, href: string, as: string): void {
  const link = document.createElement('link')
  link.rel = rel
  if (rel === 'preload') link.as = as
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
}

function fetchFiles(plan: EarlyPlan, { files, texts }: EarlyScreen, language: string): void {
  for (const place of files) {
    const file = `/assets/${plan.files[place] ?? ''}`
    if (file.endsWith('.js')) fetchSoon('modulepreload', file, 'script')
    else fetchSoon('preload', file, 'style')
  }
  for (const name of texts) fetchSoon('preload', `/locales/${language}/${name}.json`, 'fetch')
}

const holds = ({ permissions, role }: Self, requires: Requires): boolean =>
  typeof requires === 'string'
    ? requires !== 'admin' || role.isAdmin
    : role.isAdmin ||
      Object.entries(requires).every(([resource, actions]) =>
        actions.every((action) => permissions[resource]?.[action] === true),
      )

function ask(asked: EarlyAsked, base: string, { method, path, body }: Omit<EarlyCall, 'requires'>) {
  const url = `${base}${path}`
  const key = `${method} ${url} ${body ?? ''}`
  const known = asked.answers.get(key)
  if (known) return known
  const headers: Record<string, string> = {
    'accept-language': asked.language,
    authorization: `Bearer ${asked.token}`,
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const answer = fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  answer.catch(() => {})
  asked.answers.set(key, answer)
  return answer
}

async function askFirst(plan: EarlyPlan, screen: EarlyScreen, asked: EarlyAsked, base: string) {
  const answer = await ask(asked, base, { method: 'GET', path: plan.self })
  if (!answer.ok || location.search !== '') return
  const { data } = (await answer.clone().json()) as { data: Self }
  for (const call of screen.calls)
    if (call.requires.every((requires) => holds(data, requires))) void ask(asked, base, call)
}

const plan = KHLANG_EARLY_PLAN
const token = kept('khlang.admin.token')
const screen = screenOf(plan, location.pathname)
if (token !== null && screen) {
  const language = kept('khlang.language') === 'en' ? 'en' : 'th'
  fetchFiles(plan, screen, language)
  const base = apiBase()
  const asked: EarlyAsked = { token, language, answers: new Map() }
  if (base !== null) {
    globalThis.khlangEarly = asked
    // A server out of reach is told of when the program asks.
    askFirst(plan, screen, asked, base).catch(() => {})
  }
}
