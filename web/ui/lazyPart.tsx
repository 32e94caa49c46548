import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { decided } from './missingCode.ts'
import { toast } from './toasts.ts'

/** The code of a part could not be fetched. */
class PartError extends Error {
  override readonly name = 'PartError'
}

const PROBLEM = 'This part could not be loaded. Check your connection and try again.'

/** Code that is fetched when it is shown. React never tries the same lazy component again, so another one takes its place. */
class Source<P extends object> {
  Part: ComponentType<P>
  readonly #load: () => Promise<{ default: ComponentType<P> }>

  constructor(load: () => Promise<{ default: ComponentType<P> }>) {
    this.#load = load
    this.Part = this.#lazy()
  }

  reset() {
    this.Part = this.#lazy()
  }

  #lazy() {
    return lazy(async () => {
      try {
        return await this.#load()
      } catch (cause) {
        await decided()
        throw new PartError(PROBLEM, { cause })
      }
    })
  }
}

/**
 * React's `lazy` for what stands or opens within a screen, below a Suspense. Where its code cannot be fetched, the screen stays:
 * what has an `onClose` is closed with a message, and anything else says so in its place. Then it can be tried again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const source = new Source(load)
  return (props) => <Attempts source={source} props={props} />
}

function Attempts<P extends object>({ source, props }: { source: Source<P>; props: P }) {
  const [attempt, setAttempt] = useState(0)
  const { Part } = source
  return (
    <Boundary
      key={attempt}
      onFail={() => source.reset()}
      onClose={closeOf(props)}
      onRetry={() => setAttempt(attempt + 1)}
    >
      <Part {...props} />
    </Boundary>
  )
}

const closeOf = ({ onClose }: { readonly onClose?: unknown }): (() => void) | undefined =>
  typeof onClose === 'function' ? () => void onClose() : undefined

interface BoundaryProps {
  readonly onFail: () => void
  readonly onClose: (() => void) | undefined
  readonly onRetry: () => void
  readonly children: ReactNode
}

class Boundary extends Component<BoundaryProps, { readonly error?: Error }> {
  override state: { readonly error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error) {
    if (!(error instanceof PartError)) return
    const { onFail, onClose } = this.props
    onFail()
    if (!onClose) return
    toast({ title: 'Error', description: PROBLEM, variant: 'destructive' })
    onClose()
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (!(error instanceof PartError)) throw error
    if (this.props.onClose) return null
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 text-ink-2">
        <p>{PROBLEM}</p>
        <Button size="sm" onClick={this.props.onRetry}>
          Try again
        </Button>
      </div>
    )
  }
}
