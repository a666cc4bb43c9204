import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '@khlang/contract/derived/openapi.ts'
import { dataHeaders } from './headers.ts'

const script = `
const list = document.querySelector('main')
const api = await (await fetch('/api/openapi.json')).json()
document.querySelector('h1').textContent = api.info.title + ' ' + api.info.version
const add = (parent, tag, text, className) => {
  const element = document.createElement(tag)
  if (text !== undefined) element.textContent = text
  if (className) element.className = className
  parent.append(element)
  return element
}
for (const [path, methods] of Object.entries(api.paths)) {
  for (const [method, call] of Object.entries(methods)) {
    const entry = add(list, 'details')
    const head = add(entry, 'summary')
    add(head, 'b', method.toUpperCase(), 'method')
    add(head, 'code', path)
    add(head, 'span', call.summary)
    const scope = call['x-scope'] ? ' · scope: ' + call['x-scope'] : ''
    add(entry, 'p', 'Requires: ' + JSON.stringify(call['x-requires']) + scope)
    const input = call.requestBody ?? call.parameters
    for (const [title, part] of [['Input', input], ['Answer', call.responses['200']]]) {
      if (!part) continue
      add(entry, 'h3', title)
      add(entry, 'pre', JSON.stringify(part, null, 1))
    }
  }
}
document.querySelector('input').addEventListener('input', (event) => {
  const text = event.target.value.toLowerCase()
  for (const entry of list.children) entry.hidden = !entry.textContent.toLowerCase().includes(text)
})
`

const style = `
body { font: 15px/1.6 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
details { border-bottom: 1px solid #ddd; padding: .4rem 0 }
summary { cursor: pointer; display: flex; gap: .8rem }
.method { min-width: 4rem }
pre { background: #f6f7f9; padding: .8rem; overflow: auto }
input { font: inherit; width: 100% }
`

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Khlang calls</title>
<link rel="stylesheet" href="/api/docs.css"><h1></h1><label>Filter <input type="search"></label><main></main>
<script type="module" src="/api/docs.js"></script></html>`

/** The OpenAPI 3.1 document and a page to read it; the sandbox alone serves them. */
export function serveDocs(app: FastifyInstance, brand: string): void {
  const document = JSON.stringify(openApiDocument(brand))
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'"
  const pageHeaders = { 'content-security-policy': policy, 'cache-control': 'no-store' }
  app.get('/api/openapi.json', async (_, reply) =>
    reply.headers(dataHeaders).type('application/json').send(document),
  )
  app.get('/api/docs', async (_, reply) =>
    reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page),
  )
  app.get('/api/docs.js', async (_, reply) =>
    reply.headers(pageHeaders).type('text/javascript').send(script),
  )
  app.get('/api/docs.css', async (_, reply) => reply.headers(pageHeaders).type('text/css').send(style))
}
