import { fieldErrands } from './field.ts'
import { officeErrands } from './office.ts'

/** Errands of everyday use. The ones of the office build on each other, in this order. */
export const errands = [...fieldErrands, ...officeErrands]
