import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './kit-base.ts'
import { nonce } from './nonce.ts'
import { cssVariables, ownScheme, theme } from './theme.ts'

/** What every screen stands in, signed in or not. The query layer comes with the signed-in part only. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={ownScheme}
      defaultColorScheme="auto"
      getStyleNonce={nonce}
      deduplicateInlineStyles
    >
      {children}
    </MantineProvider>
  )
}
