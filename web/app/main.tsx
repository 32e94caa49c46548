import '../styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Guard } from './Guard.tsx'
import { reloadAfterUpdate } from './reloadAfterUpdate.ts'
import { isExpected } from './rootErrors.ts'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root')
const log = (error: unknown) => {
  if (!isExpected(error)) console.error(error)
}
const root = createRoot(container, { onCaughtError: log, onRecoverableError: log })
reloadAfterUpdate()

if (import.meta.env.DEV && location.pathname === '/dev/ui') {
  const { DevUi } = await import('./dev/DevUi.tsx')
  root.render(
    <StrictMode>
      <DevUi />
    </StrictMode>,
  )
} else {
  root.render(
    <StrictMode>
      <Guard />
    </StrictMode>,
  )
}
