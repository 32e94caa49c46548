import type { JobKey } from './jobs.ts'
import type { AdminKey, SubKey } from './people.ts'

interface SampleRating {
  readonly job: JobKey
  readonly sub: SubKey
  readonly score: 1 | 2 | 3 | 4 | 5
  readonly by: AdminKey
  /** Working days after the end of the job. */
  readonly after: number
  readonly note?: string
}

const rating = (
  job: JobKey,
  sub: SubKey,
  score: SampleRating['score'],
  by: AdminKey,
  after: number,
  note?: string,
): SampleRating => ({ job, sub, score, by, after, ...(note && { note }) })

/** How the admins found the subs on the jobs that are done. */
export const ratings: readonly SampleRating[] = [
  rating(
    'siding',
    'jensen',
    4,
    'thiel',
    2,
    'Flashing done right. Left the cut-offs in the driveway for two days.',
  ),
  rating('siding', 'bell', 4, 'thiel', 2),
  rating(
    'bakery',
    'kowalski',
    5,
    'owner',
    3,
    'Built the counter around their oven delivery without being asked twice.',
  ),
  rating(
    'bakery',
    'bianchi',
    3,
    'owner',
    3,
    'Floor is flat and clean. Came a week late and only said so on the day.',
  ),
  rating(
    'attic',
    'kowalski',
    5,
    'park',
    4,
    'Stair fits to an eighth. The owners asked for him again.',
  ),
  rating('attic', 'amundsen', 4, 'park', 4, 'Good framing; wants her drawings earlier.'),
  rating('attic', 'ortiz', 5, 'park', 4, 'Passed rough and final on the first visit.'),
  rating('attic', 'novak', 4, 'park', 4),
  rating(
    'attic',
    'bell',
    3,
    'park',
    5,
    'Sanding dust went down the stairwell. Finish itself is fine.',
  ),
  rating('deckBoards', 'amundsen', 5, 'thiel', 1, 'Two days ahead, every board picked over.'),
  rating('powderRoom', 'kowalski', 4, 'park', 1),
  rating(
    'powderRoom',
    'novak',
    5,
    'park',
    1,
    'Found the leak nobody had seen behind the old vanity.',
  ),
  rating('powderRoom', 'bell', 4, 'park', 2),
  rating(
    'powderRoom',
    'bianchi',
    4,
    'park',
    2,
    'Mosaic lines up with the door. Slow, but it shows.',
  ),
  rating(
    'roofGutters',
    'jensen',
    2,
    'thiel',
    6,
    'Gutters pitched the wrong way on the north side, had to come back twice.',
  ),
  rating('egress', 'amundsen', 4, 'thiel', 2),
  rating('egress', 'ortiz', 4, 'thiel', 2, 'Clean panel. One inspection missed, his calendar.'),
  rating(
    'egress',
    'schaefer',
    5,
    'thiel',
    2,
    'Cut the well in a day and kept the basement dry in the rain.',
  ),
  rating(
    'familyRoom',
    'kowalski',
    5,
    'owner',
    3,
    'Set the flush beam with six people in four hours, nothing cracked upstairs.',
  ),
  rating('familyRoom', 'ortiz', 5, 'owner', 3),
  rating('familyRoom', 'novak', 4, 'owner', 3, 'Gas line moved without a day lost.'),
  rating('familyRoom', 'bell', 4, 'owner', 4),
]

interface SampleNotes {
  readonly sub: SubKey
  readonly by: AdminKey
  /** The working day, today being 0, on which they were last changed. */
  readonly on: number
  readonly text: string
}

/** What the admins keep to themselves. */
export const notes: readonly SampleNotes[] = [
  {
    sub: 'kowalski',
    by: 'owner',
    on: -12,
    text: 'Books out eight weeks ahead: ask before we promise a date. Discount of 3 % when paid within ten days.',
  },
  {
    sub: 'jensen',
    by: 'thiel',
    on: -20,
    text: 'Talked with him about the gutters on Division St. Good on steep roofs; check pitch before he leaves the site.\nInsurance certificate runs out in spring.',
  },
  {
    sub: 'bianchi',
    by: 'park',
    on: -33,
    text: 'Works alone. Give him the whole floor, not the room before the cabinets.',
  },
  {
    sub: 'bell',
    by: 'park',
    on: -41,
    text: 'Put dust walls in his scope, in writing. His nephew runs the second crew and is the better finisher.',
  },
]
