import { longDay } from '../../../screens/days.ts'
import { Dialog, DialogBody } from '../../../ui/Dialog.tsx'
import { AppointmentRow } from '../../appointments/AppointmentRow.tsx'
import { type DayItem, idOf } from './dayItems.ts'
import { ItemChip } from './ItemChip.tsx'

interface DayItemsProps {
  day: string
  items: readonly DayItem[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** The dialog with all items of a day. */
export function DayItems({ day, items, onOpen, onClose }: DayItemsProps) {
  return (
    <Dialog open onOpenChange={onClose} title={longDay(day)}>
      <DialogBody>
        {items.length === 0 ? (
          <p className="text-ink-2">Nothing is planned on this day.</p>
        ) : (
          <ul className="flex flex-col gap-1.5">
            {items.map((item) =>
              item.kind === 'appointment' ? (
                <AppointmentRow key={idOf(item)} appointment={item.appointment} />
              ) : (
                <li key={idOf(item)}>
                  <ItemChip item={item} tall onOpen={onOpen} />
                </li>
              ),
            )}
          </ul>
        )}
      </DialogBody>
    </Dialog>
  )
}
