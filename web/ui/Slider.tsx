import { Slider as Radix } from 'radix-ui'
import { type PointerEvent, useRef } from 'react'

interface SliderProps {
  label: string
  /** Percent, 0 to 100. */
  value: number
  /** Called while the thumb is dragged. */
  onChange: (value: number) => void
  /** Called when the thumb is released, or after a key. */
  onCommit?: (value: number) => void
  disabled?: boolean
}

/** The distance that a pointer moves sideways before the thumb follows it. */
const DRAG_START_PX = 6

interface Grip {
  readonly x: number
  readonly value: number
  isDragged: boolean
}

/**
 * A percentage in steps of 5. Only the thumb can be dragged, and only sideways, so that scrolling
 * the page across it changes nothing.
 */
export function Slider({ label, value, onChange, onCommit, disabled = false }: SliderProps) {
  const grip = useRef<Grip>(null)
  // A prevented event does not reach the slider.
  const onPointerDown = (event: PointerEvent) => {
    const isThumb = event.target instanceof Element && event.target.closest('[role=slider]')
    grip.current = isThumb ? { x: event.clientX, value, isDragged: false } : null
    if (!isThumb) event.preventDefault()
  }
  const onPointerMove = (event: PointerEvent) => {
    if (grip.current)
      grip.current.isDragged ||= Math.abs(event.clientX - grip.current.x) >= DRAG_START_PX
    if (!grip.current?.isDragged) event.preventDefault()
  }
  // The browser has taken over the touch in order to scroll.
  const onPointerCancel = () => {
    const { current } = grip
    grip.current = null
    if (!current?.isDragged) return
    onChange(current.value)
    onCommit?.(current.value)
  }
  return (
    <Radix.Root
      min={0}
      max={100}
      step={5}
      value={[value]}
      disabled={disabled}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerCancel={onPointerCancel}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      onValueCommit={([next]) => next !== undefined && onCommit?.(next)}
      className="relative flex h-9 w-full items-center select-none data-disabled:opacity-50 touch:h-11"
    >
      <Radix.Track className="relative h-1.5 grow overflow-hidden rounded-xs border border-line bg-sunken">
        <Radix.Range className="absolute h-full bg-ink-2" />
      </Radix.Track>
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={`${value}%`}
        // The touch target is as large as a fingertip, though the thumb looks smaller.
        className="relative block size-5 touch-pan-y rounded-full border-2 border-ink-2 bg-surface transition-transform before:absolute before:-inset-2.5 before:rounded-full hover:scale-110 touch:size-7"
      />
    </Radix.Root>
  )
}
