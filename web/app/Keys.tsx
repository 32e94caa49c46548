import { useMay } from '../api/me.ts'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'

interface KeyGroup {
  readonly title: string
  /** The action that the keys are for; they are not shown to people who may not do it. */
  readonly may?: 'schedule.update' | 'crew.book' | 'rental.write'
  readonly keys: readonly (readonly [names: readonly string[], text: string])[]
}

const groups: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      [['Ctrl', 'K'], 'Find a screen, a job or an action (⌘ K on a Mac)'],
      [['/'], 'Search the list on screen'],
      [['?'], 'Show keyboard shortcuts'],
      [['Tab'], 'Go to the next control; Shift Tab goes back'],
      [['Enter'], 'Open, choose, save or send; Shift Enter starts a new line'],
      [['Esc'], 'Close a list, a dialog or the menu; empty a search'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      [['↑', '↓'], 'Move in a list; ← → between tabs and on a slider'],
      [['J', 'K'], 'Move in notifications, on the home screen and between cards'],
      [['M'], 'Mark a notification as read or unread'],
      [['E'], 'Snooze what needs attention until tomorrow'],
      [['Space', 'X'], 'Select a row or a photo; with Shift all from the one before'],
    ],
  },
  {
    title: 'Schedule',
    may: 'schedule.update',
    keys: [
      [['Alt', '←', '→'], 'Move an entry by a day; with Shift only its end'],
      [['Alt', '↑', '↓'], 'Move an entry by a week, in the calendar'],
      [['J', 'K'], 'Move in the chart; Home and End go to the first and the last'],
      [['←', '→'], 'Fold and unfold a job in the chart'],
      [['L'], 'Link two entries of the chart'],
      [['Enter'], 'Apply a proposed move; Esc discards it'],
    ],
  },
  {
    title: 'Crew board',
    may: 'crew.book',
    keys: [
      [['←', '→'], 'Move the booked days by a day'],
      [['↑', '↓'], 'Give them to the next person'],
    ],
  },
  {
    title: 'Rent of a year',
    may: 'rental.write',
    keys: [
      [['←', '→', '↑', '↓'], 'Move between months and homes; Ctrl Home and Ctrl End to the ends'],
      [['Enter'], 'Record or open the rent of a month'],
      [['C'], 'Correct it'],
    ],
  },
]

/** The keyboard shortcuts of the person, in a dialog. */
export default function Keys({ onClose }: { onClose: () => void }) {
  const may = useMay()
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard Shortcuts" wide>
      <DialogBody name="Keys">
        <div className="gap-x-8 sm:columns-2">
          {groups
            .filter((group) => !group.may || may(group.may))
            .map(({ title, keys }) => (
              <section key={title} className="mb-5 flex break-inside-avoid flex-col gap-2">
                <h3 className="text-sm font-semibold text-ink-2">{title}</h3>
                <dl className="grid grid-cols-[6rem_1fr] gap-x-4 gap-y-2">
                  {keys.map(([names, text]) => (
                    <div key={text} className="contents">
                      <dt className="flex flex-wrap gap-1">
                        {names.map((name) => (
                          <kbd
                            key={name}
                            className="h-6 min-w-6 rounded-xs border border-line-strong px-1.5 text-center font-sans text-sm"
                          >
                            {name}
                          </kbd>
                        ))}
                      </dt>
                      <dd className="text-ink-2">{text}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
        </div>
      </DialogBody>
    </Dialog>
  )
}
