import '../styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from '../api/call.ts'
import { Guard } from './Guard.tsx'
import { reloadAfterUpdate } from './reloadAfterUpdate.ts'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root')
const root = createRoot(container, {
  // The end of a session is not a fault. The sign-in page is about to open.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError && error.status === 401)) console.error(error)
  },
})
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
