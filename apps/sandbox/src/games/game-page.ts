import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, sendPage } from '../http.ts'
import type { Lang } from '../page-words.ts'
import { gameStyles, renderGame, renderNoGame } from './game-html.ts'
import type { GameTable, Problem } from './game-table.ts'

interface Asked {
  readonly path: string
  readonly search: URLSearchParams
  readonly consoleAddress: string
}

const langOf = (given: string | null): Lang => (given === 'en' ? 'en' : 'th')

/** Whether a path is of the provider's game page. */
export const isOfGame = (path: string): boolean => path === '/game.css' || path.startsWith('/game/')

/**
 * The game page: `/game/<code>?token=…` as the back office sent the browser there, which becomes a session
 * of its own, so that the page can be read anew; a round is a form.
 */
export async function answerGame(
  table: GameTable | null,
  { path, search, consoleAddress }: Asked,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (path === '/game.css') {
    response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(gameStyles)
    return
  }
  const fields = request.method === 'POST' ? new URLSearchParams(await readBody(request)) : search
  const lang = langOf(fields.get('lang'))
  const refuse = (problem: Problem) => sendPage(response, renderNoGame(problem, { lang }), { status: 403 })
  const goOn = (id: string) =>
    response
      .writeHead(303, { location: `${path}?session=${id}&lang=${lang}`, 'cache-control': 'no-store' })
      .end()
  if (table === null) return refuse('noGame')
  const token = search.get('token')
  if (request.method === 'GET' && token !== null) {
    const code = decodeURIComponent(path.slice('/game/'.length))
    const opened = await table.open(code, token, request.socket.remoteAddress ?? '')
    if (typeof opened === 'string') return refuse(opened)
    goOn(opened.id)
    return
  }
  const id = fields.get('session') ?? ''
  if (table.find(id) === null) return refuse('sessionOver')
  if (request.method === 'POST') {
    await table.play(id, Number(fields.get('count')), Number(fields.get('stake')))
    goOn(id)
    return
  }
  const session = table.find(id)
  if (session) sendPage(response, renderGame(session, { lang, consoleAddress }))
}
