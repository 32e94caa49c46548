import type { JobKey } from './jobs.ts'
import { delivery, inspection, meeting, type Step, step } from './steps.ts'

/** The schedules of the jobs still ahead, and of those that are done. */
export const stepsElse = {
  deck: [
    step('Utility locate and layout', 5, 1, { outdoors: true, hours: 4 }),
    step('Footings', 7, 2, { by: 'schaefer', outdoors: true, priority: 'high' }),
    inspection('Footing inspection', 9, { outdoors: true }),
    delivery('Lumber delivery', 9, { after: [], outdoors: true }),
    step('Deck framing', 10, 3, {
      by: 'amundsen',
      outdoors: true,
      after: ['Footing inspection', 'Lumber delivery'],
    }),
    step('Decking and railings', 13, 4, { by: 'amundsen', outdoors: true }),
    step('Pergola', 17, 2, { by: 'amundsen', outdoors: true, priority: 'low' }),
    inspection('Final inspection', 20, { outdoors: true }),
  ],
  ramp: [
    delivery('Material delivery', 9, { outdoors: true }),
    step('Posts and footings', 10, 1, { outdoors: true }),
    step('Ramp and railings', 11, 3, { outdoors: true, priority: 'high' }),
    inspection('Accessibility inspection', 14, { outdoors: true, priority: 'high' }),
  ],
  mudroom: [
    meeting('Cabinet drawings with the owners', 16),
    step('Demolition', 18, 2),
    step('Framing and door opening', 20, 4, { by: 'amundsen' }),
    step('Rough plumbing', 24, 2, { by: 'novak' }),
    step('Drywall and paint', 27, 4, { by: 'marin' }),
    step('Cabinets and bench', 33, 4, { by: 'kowalski', priority: 'low' }),
  ],
  hallBath: [
    step('Demolition', 24, 2),
    step('Rough plumbing', 26, 3, { by: 'novak' }),
    inspection('Rough-in inspection', 30),
    step('Tile', 31, 7, { by: 'bianchi', priority: 'high' }),
    step('Vanity, toilet and glass', 38, 2, { by: 'novak' }),
    meeting('Walk-through with the owners', 42),
  ],
  screenedPorch: [
    step('Footings', 52, 2, { by: 'schaefer', outdoors: true }),
    inspection('Footing inspection', 55, { outdoors: true }),
    step('Framing', 56, 6, { by: 'amundsen', outdoors: true }),
    step('Roofing', 63, 3, { by: 'jensen', outdoors: true }),
    step('Screens and trim', 67, 7, { by: 'amundsen', outdoors: true, priority: 'low' }),
    inspection('Final inspection', 77, { outdoors: true }),
  ],
  primaryBath: [
    step('Demolition', -68, 3),
    step('Rough plumbing', -65, 3, { by: 'novak' }),
    step('Rough electrical', -62, 2, { by: 'ortiz' }),
    inspection('Rough-in inspection', -60),
    step('Backer board and waterproofing', -59, 4, {
      by: 'bianchi',
      done: 'Flood test held for 24 hours.',
    }),
    step('Tile', -54, 9, { by: 'bianchi', priority: 'high' }),
    delivery('Vanity and glass delivery', -44),
    step('Paint, fixtures and glass', -34, 5, { by: 'novak' }),
  ],
  siding: [
    step('Siding repair', -118, 5, { by: 'jensen', outdoors: true }),
    step('Paint', -112, 3, { by: 'bell', outdoors: true }),
  ],
  bakery: [
    step('Demolition at night', -150, 2, { priority: 'high' }),
    step('Glazing and door', -148, 5, { by: 'kowalski', outdoors: true }),
    step('Paint, sign and tile', -142, 4, { by: 'bianchi' }),
  ],
  attic: [
    step('Stair and framing', 0, 9, { by: 'amundsen' }),
    step('Rough electrical and heating', 10, 6, { by: 'ortiz' }),
    inspection('Rough-in inspection', 17),
    step('Insulation and drywall', 19, 12, { by: 'bell' }),
    step('Trim and floor', 33, 12, { by: 'kowalski' }),
    step('Paint', 50, 8, { by: 'bell' }),
  ],
  deckBoards: [
    step('Remove old boards', 0, 2, { by: 'amundsen', outdoors: true }),
    step('Composite decking', 2, 6, { by: 'amundsen', outdoors: true }),
    step('Railings', 8, 2, { by: 'amundsen', outdoors: true }),
  ],
  powderRoom: [
    step('Rough plumbing and tile', 0, 5, { by: 'bianchi' }),
    step('Vanity and fixtures', 6, 2, { by: 'novak' }),
    step('Paint', 9, 2, { by: 'bell' }),
  ],
  roofGutters: [
    step('Tear-off', 0, 2, { by: 'jensen', outdoors: true, priority: 'high' }),
    step('Shingles', 2, 3, { by: 'jensen', outdoors: true }),
    step('Gutters and downspouts', 6, 2, { by: 'jensen', outdoors: true }),
  ],
  egress: [
    step('Excavation and window well', 0, 3, { by: 'schaefer', outdoors: true }),
    step('Cut foundation, set window', 3, 2, {
      by: 'schaefer',
      outdoors: true,
      priority: 'critical',
    }),
    step('Framing', 6, 5, { by: 'amundsen' }),
    step('Rough electrical', 12, 3, { by: 'ortiz' }),
    step('Drywall and paint', 15, 8, { by: 'bell' }),
    step('Carpet and trim', 24, 8, { by: 'amundsen' }),
  ],
  familyRoom: [
    step('Demolition and shoring', 0, 5, { priority: 'critical' }),
    step('Beam and framing', 5, 7, {
      by: 'kowalski',
      priority: 'critical',
      done: 'Beam set by six people in 40 minutes.',
    }),
    step('Rough plumbing', 12, 5, { by: 'novak' }),
    step('Rough electrical', 12, 6, { by: 'ortiz', after: ['Beam and framing'] }),
    inspection('Rough-in inspection', 19, { after: ['Rough plumbing', 'Rough electrical'] }),
    step('Drywall', 21, 10, { by: 'bell' }),
    step('Cabinets and counters', 40, 12, { by: 'kowalski' }),
    step('Paint, floor and trim', 54, 17, { by: 'bell' }),
  ],
} satisfies Partial<Record<JobKey, readonly Step[]>>
