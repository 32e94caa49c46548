import type { NewTemplate } from '@plumbline/contract/templates.ts'
import { bathroom } from './shipped/bathroom.ts'
import { deck } from './shipped/deck.ts'
import { kitchen } from './shipped/kitchen.ts'
import { roof } from './shipped/roof.ts'
import { roomAddition } from './shipped/roomAddition.ts'
import { turnover } from './shipped/turnover.ts'

/** The templates that come with the application. */
export const shippedTemplates: readonly NewTemplate[] = [
  bathroom,
  kitchen,
  roof,
  deck,
  roomAddition,
  turnover,
]
