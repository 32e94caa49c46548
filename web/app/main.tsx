import '../styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from '../api/call.ts'
import { Guard } from './Guard.tsx'
import { reloadAfterUpdate } from './reloadAfterUpdate.ts'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
const root = createRoot(place, {
  // A session that has ended is no fault: the way to sign in is on screen already.
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
