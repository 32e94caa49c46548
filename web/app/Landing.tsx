import { ArrowRight } from 'lucide-react'
import { paths } from '../paths.ts'
import { BobMark } from '../ui/Artwork.tsx'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { ThemeToggle } from '../ui/ThemeToggle.tsx'
import { needsSetup, offersSample } from './session.ts'

// Preloaded by the HTML for people who are signed out (build/preloadChunks.ts). Others never need
// it.
const LandingDrawing = lazyPart(() => import('./LandingDrawing.tsx'))

const doors = [
  ['admin', 'Admin', 'Manage jobs, assign tasks and track progress'],
  ['subcontractor', 'Subcontractor', 'View tasks, update progress and upload photos'],
  ['client', 'Client', 'Monitor project status, view galleries and communicate'],
] as const

/** The first screen for a person who is signed out. */
export function Landing() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-310 flex-col px-5 sm:px-8">
      <title>Plumbline</title>
      <header className="flex h-16 items-center gap-2.5">
        <BobMark />
        <span className="text-md font-bold tracking-tight">Plumbline</span>
        <span className="flex-1" />
        <ThemeToggle />
      </header>
      <main className="grid flex-1 content-center items-center gap-x-16 gap-y-8 pb-12 max-lg:mx-auto max-lg:w-full max-lg:max-w-130 lg:grid-cols-[minmax(0,29rem)_minmax(0,1fr)]">
        <div className="aspect-9/7 w-full max-lg:max-h-[min(16rem,30dvh)] lg:order-2">
          <LandingDrawing className="size-full" />
        </div>
        <div>
          <h1 className="text-xl tracking-tight sm:text-2xl">A complete job management solution</h1>
          <p className="mt-4 max-w-100 text-md text-ink-2">
            Jobs, schedules, photos and messages in one place, for contractors, their subs and their
            clients.
          </p>
          {needsSetup() ? <SetUp /> : <Doors />}
        </div>
      </main>
    </div>
  )
}

/** The call to set up the company, which comes before anybody can sign in. */
function SetUp() {
  return (
    <>
      <Button
        variant="primary"
        size="lg"
        className="mt-8 max-sm:w-full"
        onClick={() => location.assign(paths.signIn())}
      >
        Set up your company
        <ArrowRight aria-hidden />
      </Button>
      <p className="mt-3 text-sm text-ink-2">
        It takes a minute.
        {offersSample() && ' You can also start with a sample company and look around.'}
      </p>
    </>
  )
}

/** The links to the sign-in page, one for each role. */
function Doors() {
  return (
    <>
      <p id="doors" className="mt-8 mb-2.5 text-sm font-medium text-ink-2">
        Sign in as
      </p>
      <ul
        aria-labelledby="doors"
        className="overflow-hidden rounded-m border border-control bg-surface"
      >
        {doors.map(([role, label, text]) => (
          <li key={role} className="border-t border-line first:border-t-0">
            <button
              type="button"
              onClick={() => location.assign(paths.signIn({ role }))}
              className="group flex min-h-17 w-full items-center gap-4 px-4 py-3 text-left -outline-offset-2 transition-colors hover:bg-sunken/60"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-bold">{label}</span>
                <span className="block text-ink-2">{text}</span>
              </span>
              <ArrowRight
                aria-hidden
                className="size-4.5 shrink-0 text-accent transition-transform group-hover:translate-x-0.5"
              />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
