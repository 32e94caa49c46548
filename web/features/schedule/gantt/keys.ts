import type { MovedPart } from '../moves.ts'

/** A command to the chart by keyboard. */
export type Command =
  | { readonly to: 'up' | 'down' | 'first' | 'last' }
  | { readonly fold: boolean }
  | { readonly move: MovedPart; readonly days: 1 | -1 }
  | 'open'
  | 'link'
  | 'cancel'

interface Keys {
  readonly key: string
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const plain: Readonly<Record<string, Command>> = {
  ArrowUp: { to: 'up' },
  k: { to: 'up' },
  ArrowDown: { to: 'down' },
  j: { to: 'down' },
  Home: { to: 'first' },
  End: { to: 'last' },
  ArrowLeft: { fold: true },
  ArrowRight: { fold: false },
  Enter: 'open',
  ' ': 'open',
  l: 'link',
  Escape: 'cancel',
}

/** The command of a key press. Undefined for other keys. */
export function commandOf({ key, altKey, shiftKey, ctrlKey, metaKey }: Keys): Command | undefined {
  if (ctrlKey || metaKey) return undefined
  if (altKey) {
    const days = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined
    return days && { move: shiftKey ? 'end' : 'all', days }
  }
  return shiftKey ? undefined : plain[key.length === 1 ? key.toLowerCase() : key]
}
