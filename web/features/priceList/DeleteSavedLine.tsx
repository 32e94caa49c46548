import { priceListRoutes, type SavedLine } from '@plumbline/contract/priceList.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'

interface DeleteSavedLineProps {
  line: SavedLine
  onClose: () => void
}

/** Asks before a line of the price list is deleted. */
export function DeleteSavedLine({ line: { id, description }, onClose }: DeleteSavedLineProps) {
  return (
    <ConfirmWrite
      row={priceListRoutes.remove}
      args={{ params: { id } }}
      title={`Delete “${description}” from the price list?`}
      success="Line deleted successfully"
      failure="Failed to delete line"
      onClose={onClose}
    >
      Bids that have this line stay as they are.
    </ConfirmWrite>
  )
}
