import { cx } from 'class-variance-authority'
import type { Ref } from 'react'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
  /** A second line that is searched too. */
  readonly detail?: string
  /** Whether it begins another group, with a line above it. */
  readonly startsGroup?: boolean
}

interface OptionListProps {
  ref: Ref<HTMLDivElement>
  id: string
  label: string
  options: readonly ComboboxOption[]
  /** The index of the option that Enter chooses. */
  active: number
  onActive: (index: number) => void
  /** The chosen value, null for none. */
  value: string | null
  onChoose: (option: ComboboxOption) => void
  /** Shown when there is no option. */
  none?: string
}

/** The id of an option, for `aria-activedescendant`. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`

/** The list below a box in which options are searched. */
export function OptionList({
  ref,
  id,
  label,
  options,
  active,
  onActive,
  value,
  onChoose,
  none,
}: OptionListProps) {
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 animate-fade overflow-y-auto rounded-m border border-line bg-surface p-1 shadow-pop"
    >
      {options.map((option, index) => (
        <div
          key={option.value}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={option.value === value}
          className={cx(
            'cursor-pointer rounded-xs px-2.5 py-1.5 touch:py-2.5',
            index === active && 'bg-sunken',
            option.value === value && 'font-medium',
            option.startsGroup &&
              index > 0 &&
              'relative mt-2.25 before:absolute before:inset-x-0 before:-top-1.25 before:border-t before:border-line-strong',
          )}
          onPointerMove={() => onActive(index)}
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(option)
          }}
        >
          {option.label}
          {option.detail && (
            <span className="block text-sm font-normal text-ink-2">{option.detail}</span>
          )}
        </div>
      ))}
      {options.length === 0 && (
        <div
          role="option"
          tabIndex={-1}
          aria-disabled
          aria-selected={false}
          className="px-2.5 py-1.5 text-ink-2"
        >
          {none}
        </div>
      )}
    </div>
  )
}
