import { LoaderCircle } from 'lucide-react'
import { type ComponentType, startTransition, useEffect, useEffectEvent, useState } from 'react'
import { Button } from './Button.tsx'
import { reloadCheck } from './missingCode.ts'
import { toast } from './toasts.ts'

const LOAD_FAILED = 'This part could not be loaded. Check your connection and try again.'

/** A component whose code is fetched when it is first shown. */
class Source<P extends object> {
  /** Undefined until the code is fetched. */
  Part: ComponentType<P> | undefined
  readonly #load: () => Promise<{ default: ComponentType<P> }>

  constructor(load: () => Promise<{ default: ComponentType<P> }>) {
    this.#load = load
  }

  async fetch() {
    try {
      this.Part = (await this.#load()).default
    } catch (cause) {
      await reloadCheck()
      throw cause
    }
  }
}

/**
 * A part of a screen whose code is fetched when it is shown. Until then the placeholder is shown,
 * or nothing; for a dialog, which has an `onClose`, a spinner after a moment. If the code cannot be
 * fetched, the rest of the screen stays: a part with an `onClose` is closed with a message, any
 * other part shows the message in its place. It can then be retried. Unlike React's `lazy` it is
 * rendered as soon as it has loaded: React delays suspended content until 300 ms after the last
 * placeholder anywhere on the page.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Placeholder?: ComponentType<P>,
): ComponentType<P> & Loadable {
  const source = new Source(load)
  const Part = (props: P) => <Later source={source} props={props} Placeholder={Placeholder} />
  return Object.assign(Part, { load: () => source.fetch().catch(() => undefined) })
}

interface Loadable {
  /**
   * Fetches the code before the part is shown, for a part above others, which would move when it
   * takes the place of its placeholder. A failure is shown by the part itself.
   */
  readonly load: () => Promise<void>
}

interface LaterProps<P extends object> {
  source: Source<P>
  props: P
  Placeholder: ComponentType<P> | undefined
}

function Later<P extends object>({ source, props, Placeholder }: LaterProps<P>) {
  const [state, setState] = useState<'loading' | 'loaded' | 'missing'>('loading')
  const { Part } = source
  const isWaiting = !Part && state === 'loading'
  const onClose = closeOf(props)
  const noteMissing = useEffectEvent(() => {
    setState('missing')
    if (!onClose) return
    toast({ title: 'Error', description: LOAD_FAILED, variant: 'destructive' })
    onClose()
  })
  useEffect(() => {
    if (!isWaiting) return
    let isOver = false
    source.fetch().then(
      () => isOver || startTransition(() => setState('loaded')),
      () => isOver || noteMissing(),
    )
    return () => {
      isOver = true
    }
  }, [source, isWaiting])

  if (Part) return <Part {...props} />
  if (state !== 'missing') {
    if (Placeholder) return <Placeholder {...props} />
    return onClose ? <Opening /> : null
  }
  if (onClose) return null
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 text-ink-2">
      <p>{LOAD_FAILED}</p>
      <Button size="sm" onClick={() => setState('loading')}>
        Try again
      </Button>
    </div>
  )
}

const closeOf = ({ onClose }: { readonly onClose?: unknown }): (() => void) | undefined =>
  typeof onClose === 'function' ? () => void onClose() : undefined

/** The time in which most dialogs are there, in milliseconds: a spinner would only flash. */
const OPENING_DELAY = 200

/** The answer to a click that opens a dialog whose code comes slowly. */
function Opening() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), OPENING_DELAY)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return (
    <span
      aria-hidden
      data-opening
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center"
    >
      <span className="rounded-full border border-line bg-surface p-3">
        <LoaderCircle className="size-6 animate-spin" />
      </span>
    </span>
  )
}
