import { cx } from 'class-variance-authority'
import { thumbOf } from './choosing.ts'

interface PhotoChoicesProps {
  /** The ids of the photos to choose from. */
  choices: readonly string[]
  chosen: readonly string[]
  /** The most that can be chosen. */
  most: number
  /** The name of a photo, by its id and its index. */
  nameOf: (id: string, index: number) => string
  onChange: (chosen: string[]) => void
}

/** Photos to choose from. The chosen ones have their number, which is the order of choosing. */
export function PhotoChoices({ choices, chosen, most, nameOf, onChange }: PhotoChoicesProps) {
  const isFull = chosen.length >= most
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <ul className="mb-1.5 grid grid-cols-4 gap-1.5 sm:grid-cols-6">
      {choices.map((id, n) => {
        const isChosen = chosen.includes(id)
        const number = chosen.indexOf(id) + 1
        return (
          <li key={id}>
            <button
              type="button"
              aria-pressed={isChosen}
              aria-label={nameOf(id, n)}
              aria-description={isChosen ? `Number ${number}` : undefined}
              disabled={isFull && !isChosen}
              onClick={() => toggle(id)}
              className="group relative block aspect-square w-full overflow-hidden rounded-s bg-sunken disabled:opacity-50"
            >
              <img
                src={thumbOf(id)}
                alt=""
                loading="lazy"
                className={cx('size-full object-cover', !isChosen && 'opacity-55')}
              />
              <span
                aria-hidden
                className={cx(
                  'figures absolute right-1 bottom-1 grid size-5 place-items-center rounded-full border text-xs',
                  isChosen ? 'border-transparent bg-ink text-ground' : 'border-control bg-surface',
                )}
              >
                {isChosen && number}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
