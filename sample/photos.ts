import type { StoredPicture } from '../server/features/photos/queries.ts'
import type { PictureFiles } from '../server/platform/files/pictures/store.ts'
import type { events } from '../server/schema/live.ts'
import type { photos as photoTable } from '../server/schema/photos.ts'
import type { Calendar } from './calendar.ts'
import { seededId, seededInt } from './deterministic.ts'
import { daysOf, type JobKey, jobId, jobKeys } from './jobs.ts'
import { parseGroups } from './parseTable.ts'
import type { PersonId, PersonKey } from './people.ts'
import { taskId } from './tasks.ts'

/**
 * The photos by job: picture, photographer, working day counted from day 0 of the job and time,
 * `hidden` if the client does not see it; caption; task it was taken for. The picture `pipes-done`
 * of the job `kitchen` is in `pictures/kitchen-pipes-done-full.webp` and `-thumb.webp`.
 */
const photos = parseGroups(
  `
  kitchen | demolition-before thiel -14 09:20 | Before we start. Soffit and hood come out, the window stays.
  kitchen | demolition-doing thiel -12 14:05 | Demolition, day two: plaster on wood lath behind the north wall.
  kitchen | pipes-doing novak -9 11:10 | Sink lines moved toward the window, nail plates on.
  kitchen | wiring-doing ortiz -9 13:05 | Island feed moved 14 inches. | Move island outlet toward the window
  kitchen | pipes-done novak -8 15:40 | Pressure test: 60 psi, held overnight.
  kitchen | framing-done thiel -7 08:30 | North wall before drywall, blocking for the uppers is in. | Photograph the walls before drywall
  kitchen | wiring-done thiel -7 08:36 | East wall before drywall, every cable is in the picture. | Photograph the walls before drywall
  kitchen | drywall-doing bell -5 15:25 | First coat on the seams.
  kitchen | kitchen-before kowalski -3 10:12 | All boxes counted. One crown piece is scuffed. | Check cabinet delivery against the order
  kitchen | kitchen-doing kowalski -2 13:30 | Laser is on the north wall, first uppers are up. | Hang upper cabinets
  kitchen | drywall-doing-2 bell -1 11:20 hidden | Old soffit: one more coat in the corner. | Patch ceiling at the old soffit
  kitchen | kitchen-doing-2 kowalski -1 15:45 | End of the day. The corner by the pantry is next. | Hang upper cabinets
  deck | first-visit-before thiel -23 10:15 | First visit. The deck goes on the other side, off the dining room.
  deck | landscape-done thiel -23 10:22 hidden | The way in from the north gate. Stay off the septic cover.
  roof | roofing-before jensen -30 08:20 | Rear slope before tear-off: bare spots and old patches.
  roof | delivery-done jensen -29 09:10 | Shingles are on the drive.
  roof | roof-deck-before jensen -26 11:40 | Rear slope open. The dark sheets are soft. | Send photos of the decking to the adjuster
  roof | roof-deck-before-2 jensen -26 12:10 | Further up: 14 sheets in all, not 6. | Send photos of the decking to the adjuster
  roof | roof-deck-doing jensen -24 14:30 | New sheets are down.
  roof | gutter-before jensen -23 09:50 | Fascia on the north side, rotten behind the gutter. | Replace rotten fascia, north side
  roof | roof-deck-done jensen -20 15:15 | Dried in and tarped until the village has looked. | Tarp the rear slope
  roof | roofing-before-2 thiel -3 16:40 | Front slope waits. Chimney needs counterflashing.
  basement | framing-before park -45 10:05 | Walls are chalked out, lumber is in.
  basement | framing-done kowalski -39 15:20 | Main duct is boxed in, full height at the stair. | Frame soffit around the main duct
  basement | wiring-done ortiz -35 13:45 | Lower level wired, bath fan goes outside now. | Run bath fan duct to the outside
  basement | pipes-done novak -34 11:30 | Test gauge after 24 hours, nothing lost. | Pressure-test the new water lines
  basement | insulation-doing park -32 14:10 | Outside walls, first half.
  basement | drywall-before bell -19 10:45 | Board is stocked, the long wall is hung.
  basement | trim-done amundsen -6 15:50 | Doors are hung, gaps are even. | Hang interior doors
  basement | painting-doing bell -1 14:30 | Second coat on the long wall. | Second coat, lower level
  primaryBath | demolition-before park -69 09:15 | The bath as it was.
  primaryBath | demolition-done park -66 15:30 | Out to the studs, old lath goes to the dump.
  primaryBath | pipes-doing novak -64 13:20 | Shower lines and the new drain.
  primaryBath | tiling-before bianchi -55 16:10 | Pan holds, 24 hours. | Flood-test the shower pan
  primaryBath | tiling-doing bianchi -50 14:50 | Niche is set at 48. | Set the niche at 48 inches
  primaryBath | tile-close-doing bianchi -48 11:05 | Quarter-inch trowel, back-buttered.
  primaryBath | vanity-done park -30 10:40 | Finished. Vanity, mirror and lights.
  hallBath | demolition-before thiel -75 16:20 | Hall bath as it is. The crack is behind the old tank.
  hallBath | vanity-done thiel -75 16:26 | This vanity and toilet go to the other bath.
  ramp | first-visit-before thiel -79 11:00 | Stakes show the run: 28 feet, landing at the turn.
  ramp | landscape-done thiel -79 11:08 | Front walk. It slopes two inches to the drive.
  addition | first-visit-before thiel -80 14:30 | North side from the road, before anything is moved.
  addition | excavation-before thiel -9 08:15 | Corners staked, lines are up.
  addition | excavation-doing schaefer -7 10:35 | Clay all the way down.
  addition | landscape-before thiel -4 16:05 | The oak by the drive: fence has to go out to the drip line. | Fence off the oak by the drive
  addition | footings-before schaefer -2 13:10 | Trench is clean, material is here. | Rebar for footings on site
  addition | footings-doing schaefer -1 15:35 | Forms set, steel tied. Bolts every 4 feet. | Set anchor bolt layout
  mudroom | demolition-before park -85 13:40 | Back hall. The wall by the door comes out.
  mudroom | trim-done park -85 13:47 | Casing to match, from the hall side.
  dormer | first-visit-before owner -88 15:10 | From the street. The dormer sits left of the door.
  dormer | dormer-before amundsen -22 15:30 | Walls and ridge are up, opening is square.
  dormer | framing-done amundsen -20 11:25 | From inside: headers and trimmers.
  dormer | dormer-doing jensen -16 10:50 | Wrapped. Window went in before noon.
  dormer | window-unit-doing jensen -12 14:20 | Head is flashed over the tape. | Flash window heads
  dormer | dormer-done jensen -11 16:00 | Sided, north gable too.
  dormer | wiring-done ortiz -3 13:15 | Bath fan and heater are pulled. | Pull wire for bath fan and heater
  dormer | panel-doing ortiz -1 15:00 hidden | Half landed. Labels come typed. | Label panel circuits
  windows | window-unit-before park -90 10:20 | One of 22: loose putty, lead paint.
  windows | window-unit-before-2 kowalski -14 09:05 | Second floor, first sash out today.
  windows | window-unit-doing kowalski -12 13:40 | Opening flashed, sill is level.
  windows | window-unit-done kowalski -8 15:10 | Kitchen side, finished.
  windows | bay-before amundsen -1 09:30 | Bay is framed and shored.
  windows | bay-doing amundsen -1 15:20 | Lights are in. Seat measured at the glass. | Measure bay seat for the cushion maker
  screenedPorch | first-visit-before owner -95 12:15 | The porch would go to the right of the door.
  garage | excavation-before schaefer -22 08:40 | Laid out 24 by 28, checked on the diagonal.
  garage | excavation-done schaefer -20 15:05 | Down to undisturbed soil.
  garage | footings-doing schaefer -19 14:20 | Steel is in for the inspector.
  garage | foundation-done schaefer -15 10:30 | Walls stripped and coated.
  garage | slab-before schaefer -13 13:50 | Stone is compacted, mesh is on chairs.
  garage | slab-doing schaefer -12 09:15 | Pour from the back out.
  garage | slab-done schaefer -9 11:45 | Joints cut, quarter of the depth. | Saw-cut control joints
  garage | house-frame-done kowalski -6 12:20 | The same trusses on our last garage, for comparison. | Check truss drawings against the plan
  porch | first-visit-before park -100 14:00 | St. Brigid, the house from the street.
  porch | porch-before kowalski -16 10:10 | First turned post out and numbered, shore in its place. | Number and store the turned posts
  porch | delivery-done park -7 11:20 | Fir decking came early. | Order fir decking
  porch | porch-doing thiel -5 15:40 | Beam and temporary posts.
  porch | porch-doing-2 kowalski -1 14:25 | Sheathing on the porch roof. Pitch is the old one.
  office | metal-studs-doing amundsen -14 13:30 | Partitions from the elevator side.
  office | metal-studs-before amundsen -13 14:20 | Shared wall, fire-stopped at the deck. | Fire-stop the shared wall
  office | pipes-doing novak -6 07:40 | Break-room drain through the new core. | Core drill for the break-room drain
  office | metal-studs-done ortiz -5 08:15 | Blue tape is data, 34 drops. | Mark data drops with the tenant
  office | panel-before ortiz -2 07:55 | Panel for suite 2 is hung.
  office | wiring-doing ortiz -1 08:20 | Conference room, west wall.
  sunroom | excavation-done schaefer -37 15:20 | Dug and trimmed by hand at the house.
  sunroom | foundation-doing schaefer -35 11:15 | Forms are braced, pour is tomorrow.
  sunroom | foundation-done schaefer -33 14:40 | Stripped and coated. Ready for the inspector.
  siding | cladding-before thiel -120 10:30 | West wall: boards soft at the nails.
  siding | cladding-doing jensen -116 13:10 | New courses to half height.
  siding | cladding-done bell -110 16:10 | Two coats, done.
  bakery | storefront-before owner -151 17:30 | Papered over for the night work.
  bakery | storefront-doing kowalski -146 14:05 | Glass is in, door tomorrow.
  bakery | tile-close-done bianchi -139 11:30 | Counter wall, grouted.
  bakery | storefront-done owner -138 16:20 | Open on Saturday.
  attic | framing-doing amundsen 5 13:20 | Knee wall is going in.
  attic | wiring-done ortiz 15 14:35 | Ready for the rough-in.
  attic | insulation-done amundsen 30 10:15 | Knee wall side, all bays filled. | Insulate the knee wall doors
  attic | flooring-doing kowalski 41 11:50 | Plank from the window back.
  attic | painting-done bell 57 15:30 | Last coat. Study side.
  deckBoards | decking-before amundsen 2 09:40 | Old boards gone. Footings are good, posts stay.
  deckBoards | decking-doing amundsen 5 14:15 | Composite from the house out.
  deckBoards | decking-done amundsen 10 15:40 | Rails are on, swept and done.
  powderRoom | tile-close-doing bianchi 3 13:25 | Wet wall, second row.
  powderRoom | vanity-doing novak 6 11:40 | Cabinet is level, stone comes tomorrow.
  powderRoom | vanity-done park 10 15:05 | Ready for the owners.
  roofGutters | roofing-before jensen 0 07:30 | Before tear-off, street side.
  roofGutters | roofing-doing jensen 3 13:50 | Past the middle by lunch.
  roofGutters | roofing-done jensen 5 16:05 | Ridge is capped, boots are new.
  roofGutters | gutter-done jensen 7 14:45 | Gutter hung, a quarter inch in ten feet.
  egress | window-well-before schaefer 2 15:10 | Cut is marked on the wall.
  egress | window-well-doing schaefer 4 14:30 | Window set, stone over the drain tile. | Drain tile at the window well
  egress | window-well-done schaefer 5 11:20 | Well is bolted on.
  egress | framing-done amundsen 10 15:35 | Bedroom is framed, closet on the right.
  egress | flooring-done amundsen 33 14:00 | Floor and base are in.
  familyRoom | demolition-doing owner 2 10:50 | Dining side is open.
  familyRoom | beam-before kowalski 4 15:15 | Shored on both sides of the bearing wall.
  familyRoom | beam-done kowalski 10 16:00 | Beam is in, shores are out. 40 minutes. | Set the beam with a crew of six
  familyRoom | wiring-doing ortiz 15 13:35 | Kitchen side, range and island.
  familyRoom | drywall-done bell 30 15:20 | Sanded. Primer tomorrow.
  familyRoom | flooring-done bell 68 14:10 | Floor is down, last coat on the walls.
  familyRoom | kitchen-done owner 71 11:00 | Done. From the family room.
`,
  ([head = '', caption = '', task]) => {
    const [picture = '', by, day, time = '', hidden] = head.split(' ')
    return {
      picture,
      by: by as PersonKey,
      at: [Number(day), time] as const,
      clientVisible: hidden === undefined,
      caption,
      task,
    }
  },
)

/** The stored pictures, by the id of their photo. */
export type StoredPhotos = ReadonlyMap<string, StoredPicture<PictureFiles>>

export interface SamplePhoto {
  readonly id: string
  readonly job: JobKey
  /** Base name of its files in `pictures/`. */
  readonly picture: string
  readonly by: PersonKey
  readonly takenAt: Date
  readonly uploadedAt: Date
  readonly clientVisible: boolean
  readonly caption: string
  /** Name of the task. */
  readonly task: string | undefined
}

export function samplePhotos(calendar: Calendar): SamplePhoto[] {
  return jobKeys.flatMap((job) => {
    const days = daysOf(calendar, job)
    return (photos.get(job) ?? []).map(({ picture, at, ...photo }, n) => {
      const id = seededId(`photo/${job}/${n}`)
      const takenAt = days.at(...at)
      // Uploads come 40 seconds to 9 minutes after the photo was taken.
      const uploadedAt = new Date(takenAt.getTime() + seededInt(`upload/${id}`, 40, 540) * 1000)
      return { ...photo, id, job, picture: `${job}-${picture}`, takenAt, uploadedAt }
    })
  })
}

/** @throws Error when the picture of a photo was not stored */
export function photoRows(calendar: Calendar, personId: PersonId, stored: StoredPhotos) {
  return samplePhotos(calendar).map((photo) => {
    const { id, job, task, by, caption, clientVisible, takenAt, uploadedAt } = photo
    const file = stored.get(id)
    if (!file) throw new Error(`The picture ${photo.picture} was not stored`)
    const { taken: _, ...picture } = file.picture
    return {
      ...picture,
      id,
      storageKey: file.storageKey,
      jobId: jobId(job),
      taskId: task === undefined ? null : taskId(job, task),
      uploadedById: personId(by),
      url: `/api/photos/${id}/image`,
      caption,
      clientVisible,
      takenAt,
      createdAt: uploadedAt,
      updatedAt: uploadedAt,
    } satisfies typeof photoTable.$inferInsert
  })
}

/** An event for each upload: clients read it as an update. */
export function photoEvents(calendar: Calendar, personId: PersonId) {
  return samplePhotos(calendar).map(
    ({ id, job, by, uploadedAt }) =>
      ({
        name: 'photo.created',
        subjectId: id,
        jobId: jobId(job),
        actorId: personId(by),
        detail: null,
        createdAt: uploadedAt,
      }) satisfies typeof events.$inferInsert,
  )
}
