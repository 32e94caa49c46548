import { Dialog, DialogBody } from '../ui/Dialog.tsx'

const keys = [
  [['Ctrl', 'K'], 'Find a screen, a job or an action (⌘ K on a Mac)'],
  [['?'], 'Show keyboard shortcuts'],
  [['Tab'], 'Go to the next control; Shift Tab goes back'],
  [['Enter'], 'Open, choose or save'],
  [['↑', '↓'], 'Move in a list; ← → between tabs and on a slider'],
  [['J', 'K'], 'Move in a list, too; M marks a notification as read or unread'],
  [['Space', 'X'], 'Select a row of a table; with Shift all rows from the one before'],
  [['Esc'], 'Close a list, a dialog or the menu; empty a search'],
] as const

/** The keyboard shortcuts, in a dialog. */
export default function Keys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard Shortcuts">
      <DialogBody>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
          {keys.map(([names, text]) => (
            <div key={text} className="contents">
              <dt className="flex gap-1">
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
      </DialogBody>
    </Dialog>
  )
}
