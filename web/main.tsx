import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadAfterUpdate } from './boot/reloadAfterUpdate.ts'
import { Guard } from './shell/Guard.tsx'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
const root = createRoot(place)
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
