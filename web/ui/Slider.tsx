import { Slider as Radix } from 'radix-ui'

interface SliderProps {
  label: string
  /** Percent, 0 to 100. */
  value: number
  /** While it is dragged. */
  onChange: (value: number) => void
  /** When the thumb is released, or after a key. */
  onCommit?: (value: number) => void
  disabled?: boolean
}

/** Percent in steps of 5. */
export function Slider({ label, value, onChange, onCommit, disabled = false }: SliderProps) {
  return (
    <Radix.Root
      min={0}
      max={100}
      step={5}
      value={[value]}
      disabled={disabled}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      onValueCommit={([next]) => next !== undefined && onCommit?.(next)}
      className="relative flex h-9 w-full touch-none items-center select-none data-disabled:opacity-50 touch:h-11"
    >
      <Radix.Track className="relative h-1.5 grow overflow-hidden rounded-xs border border-line bg-sunken">
        <Radix.Range className="absolute h-full bg-ink-2" />
      </Radix.Track>
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={`${value}%`}
        className="block size-5 rounded-full border-2 border-ink-2 bg-surface transition-transform hover:scale-110 touch:size-7"
      />
    </Radix.Root>
  )
}
