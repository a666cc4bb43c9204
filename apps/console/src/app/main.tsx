import './boot.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { loadConfig } from '../lib/config.ts'
import { startEarly } from '../lib/call/early.ts'
import { startLanguages } from '../lib/words/i18n.ts'
import { watchOtherTabs } from '../lib/call/session.ts'
import { App } from './App.tsx'
import { BootFailure } from './states/BootFailure.tsx'
import { keepStrictPolicy } from './nonce.ts'

keepStrictPolicy()
watchOtherTabs()
startEarly()

const page = document.getElementById('root')
if (page === null) throw new Error('index.html has no #root.')
const root = createRoot(page)

Promise.all([loadConfig(), startLanguages()]).then(
  // In slices: what somebody presses meanwhile is heard.
  () => startTransition(() => root.render(<App />)),
  (thrown: unknown) => {
    console.error(thrown)
    root.render(<BootFailure />)
  },
)
