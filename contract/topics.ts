/**
 * The topics of reads. Jobs, people and settings are not among them: their names are on nearly
 * every screen.
 */
export type Topic =
  | 'task'
  | 'comment'
  | 'schedule'
  | 'photo'
  | 'file'
  | 'message'
  | 'update'
  | 'bid'
  | 'customer'
  | 'priceList'
  | 'changeOrder'
  | 'invoice'
  | 'quickBooks'
  | 'rating'
  | 'notes'
  | 'template'
  | 'notification'
  | 'rental'
