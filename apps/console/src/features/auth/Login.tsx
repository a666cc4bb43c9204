import { usernameMax } from '@khlang/contract/values/sign-in-limits.ts'
import { Button } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError, serverText } from '../../lib/call/call.ts'
import { hasKept, noteSignIn } from '../../lib/person/kept.ts'
import { beginSession, useSessionEnd } from '../../lib/call/session.ts'
import { focusFirstError } from '../../ui/focus-first-error.ts'
import { PlainInput, SecretInput } from './fields.tsx'
import { Failure, PublicCard } from './PublicCard.tsx'
import classes from './PublicCard.module.css'
import { Redeem } from './Redeem.tsx'

type Mode = 'login' | 'redeem' | 'redeemed'

/** `/`: user name and password, or a one-time code for who has no password yet. */
export default function Login() {
  const { t } = useTranslation('auth')
  const [mode, setMode] = useState<Mode>('login')
  if (mode === 'redeem') {
    return <Redeem onDone={() => setMode('redeemed')} onBack={() => setMode('login')} />
  }
  return (
    <PublicCard title={t('login.title')} lead={t('login.lead')}>
      {mode === 'redeemed' && (
        <p className={`${classes['failure']} ${classes['done']}`} role="status">
          {t('redeem.done')}
        </p>
      )}
      <SessionEnded />
      <LoginForm />
      <div className={classes['links']}>
        <button type="button" className={classes['link']} onClick={() => setMode('redeem')}>
          {t('login.haveCode')}
        </button>
      </div>
    </PublicCard>
  )
}

/** Why somebody who was signed in is asked again, and that what they typed is kept. */
function SessionEnded() {
  const { t } = useTranslation('auth')
  const end = useSessionEnd()
  const [wasInterrupted] = useState(hasKept)
  if (end === null && !wasInterrupted) return null
  return (
    <p className={`${classes['failure']} ${classes['ended']}`} role="status">
      {[end && t(`ended.${end}`), wasInterrupted && t('login.kept')].filter(Boolean).join(' ')}
    </p>
  )
}

/** "cannot log in: {reason}", or the bare words where no reason came. Source: specification 8. */
function useLoginFailure(): (thrown: unknown) => string {
  const { t } = useTranslation(['auth', 'errors'])
  return (thrown) => {
    const isOffline = thrown instanceof CallError && thrown.code === 'offline'
    const reason = isOffline ? t('errors:offline') : serverText(thrown)
    return reason === null ? t('auth:login.failure') : t('auth:login.failureBecause', { error: reason })
  }
}

function LoginForm() {
  const { t } = useTranslation('auth')
  const failureText = useLoginFailure()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [missing, setMissing] = useState({ username: false, password: false })

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (isSending) return
    const form = new FormData(event.currentTarget)
    const username = String(form.get('username')).trim()
    const password = String(form.get('password'))
    setMissing({ username: username === '', password: password === '' })
    if (username === '' || password === '') return focusFirstError(event.currentTarget)
    setSending(true)
    setFailure(null)
    try {
      // The stored token itself leads on: the guards of `/` look again when the session changes.
      const token = await call('auth.login', { username, password })
      noteSignIn(username)
      beginSession(token)
    } catch (thrown) {
      setFailure(failureText(thrown))
      setSending(false)
    }
  }

  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
      <Failure>{failure}</Failure>
      {/* Of every failure the same: it tells nobody which accounts are locked. */}
      {failure !== null && <p className={classes['hint']}>{t('login.hint')}</p>}
      <PlainInput
        name="username"
        label={t('username')}
        autoComplete="username"
        maxLength={usernameMax}
        data-autofocus
        error={missing.username && t('required.username')}
      />
      <SecretInput
        name="password"
        label={t('password')}
        autoComplete="current-password"
        error={missing.password && t('required.password')}
      />
      <Button type="submit" size="md" loading={isSending}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
