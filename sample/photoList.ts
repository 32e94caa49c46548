import type { SceneName } from './drawing/scenes.ts'
import type { Stage } from './drawing/sheet.ts'
import type { JobKey } from './jobs.ts'
import type { PersonKey } from './people.ts'

export interface SamplePhoto {
  readonly scene: SceneName
  readonly stage: Stage
  readonly by: PersonKey
  /** Working day, counted as the job's, and time. */
  readonly at: readonly [n: number, time: string]
  readonly caption: string
  /** Name of the task it was taken for. */
  readonly task?: string
  readonly upright?: true
}

type More = Pick<SamplePhoto, 'task' | 'upright'>
const at =
  (stage: Stage) =>
  (
    scene: SceneName,
    by: PersonKey,
    n: number,
    time: string,
    caption: string,
    more: More = {},
  ): SamplePhoto => ({
    scene,
    stage,
    by,
    at: [n, time],
    caption,
    ...more,
  })
const before = at('before')
const doing = at('under way')
const done = at('done')
const upright = true

export const photosOf: Record<JobKey, readonly SamplePhoto[]> = {
  kitchen: [
    before(
      'demolition',
      'thiel',
      -14,
      '09:20',
      'Before we start. Soffit and hood come out, the window stays.',
    ),
    doing(
      'demolition',
      'thiel',
      -12,
      '14:05',
      'Demolition, day two: plaster on wood lath behind the north wall.',
    ),
    doing('pipes', 'novak', -9, '11:10', 'Sink lines moved toward the window, nail plates on.'),
    doing('wiring', 'ortiz', -9, '13:05', 'Island feed moved 14 inches.', {
      task: 'Move island outlet toward the window',
    }),
    done('pipes', 'novak', -8, '15:40', 'Pressure test: 60 psi, held overnight.', { upright }),
    done(
      'framing',
      'thiel',
      -7,
      '08:30',
      'North wall before drywall, blocking for the uppers is in.',
      {
        task: 'Photograph the walls before drywall',
      },
    ),
    done(
      'wiring',
      'thiel',
      -7,
      '08:36',
      'East wall before drywall, every cable is in the picture.',
      {
        task: 'Photograph the walls before drywall',
      },
    ),
    doing('drywall', 'bell', -5, '15:25', 'First coat on the seams.'),
    before('kitchen', 'kowalski', -3, '10:12', 'All boxes counted. One crown piece is scuffed.', {
      task: 'Check cabinet delivery against the order',
    }),
    doing('kitchen', 'kowalski', -2, '13:30', 'Laser is on the north wall, first uppers are up.', {
      task: 'Hang upper cabinets',
    }),
    doing('drywall', 'bell', -1, '11:20', 'Old soffit: one more coat in the corner.', {
      task: 'Patch ceiling at the old soffit',
      upright,
    }),
    doing('kitchen', 'kowalski', -1, '15:45', 'End of the day. The corner by the pantry is next.', {
      task: 'Hang upper cabinets',
    }),
  ],
  deck: [
    before(
      'firstVisit',
      'thiel',
      -23,
      '10:15',
      'First visit. The deck goes on the other side, off the dining room.',
    ),
    done(
      'landscape',
      'thiel',
      -23,
      '10:22',
      'The way in from the north gate. Stay off the septic cover.',
    ),
  ],
  roof: [
    before(
      'roofing',
      'jensen',
      -30,
      '08:20',
      'Rear slope before tear-off: bare spots and old patches.',
    ),
    done('delivery', 'jensen', -29, '09:10', 'Shingles are on the drive.'),
    before('roofDeck', 'jensen', -26, '11:40', 'Rear slope open. The dark sheets are soft.', {
      task: 'Send photos of the decking to the adjuster',
    }),
    before('roofDeck', 'jensen', -26, '12:10', 'Further up: 14 sheets in all, not 6.', {
      task: 'Send photos of the decking to the adjuster',
    }),
    doing('roofDeck', 'jensen', -24, '14:30', 'New sheets are down.'),
    before(
      'gutter',
      'jensen',
      -23,
      '09:50',
      'Fascia on the north side, rotten behind the gutter.',
      {
        task: 'Replace rotten fascia, north side',
      },
    ),
    done('roofDeck', 'jensen', -20, '15:15', 'Dried in and tarped until the village has looked.', {
      task: 'Tarp the rear slope',
    }),
    before('roofing', 'thiel', -3, '16:40', 'Front slope waits. Chimney needs counterflashing.'),
  ],
  basement: [
    before('framing', 'park', -45, '10:05', 'Walls are chalked out, lumber is in.'),
    done('framing', 'kowalski', -39, '15:20', 'Main duct is boxed in, full height at the stair.', {
      task: 'Frame soffit around the main duct',
    }),
    done('wiring', 'ortiz', -35, '13:45', 'Lower level wired, bath fan goes outside now.', {
      task: 'Run bath fan duct to the outside',
    }),
    done('pipes', 'novak', -34, '11:30', 'Test gauge after 24 hours, nothing lost.', {
      task: 'Pressure-test the new water lines',
      upright,
    }),
    doing('insulation', 'park', -32, '14:10', 'Outside walls, first half.'),
    before('drywall', 'bell', -19, '10:45', 'Board is stocked, the long wall is hung.'),
    done('trim', 'amundsen', -6, '15:50', 'Doors are hung, gaps are even.', {
      task: 'Hang interior doors',
    }),
    doing('painting', 'bell', -1, '14:30', 'Second coat on the long wall.', {
      task: 'Second coat, lower level',
    }),
  ],
  primaryBath: [
    before('demolition', 'park', -69, '09:15', 'The bath as it was.', { upright }),
    done('demolition', 'park', -66, '15:30', 'Out to the studs, old lath goes to the dump.'),
    doing('pipes', 'novak', -64, '13:20', 'Shower lines and the new drain.', { upright }),
    before('tiling', 'bianchi', -55, '16:10', 'Pan holds, 24 hours.', {
      task: 'Flood-test the shower pan',
    }),
    doing('tiling', 'bianchi', -50, '14:50', 'Niche is set at 48.', {
      task: 'Set the niche at 48 inches',
      upright,
    }),
    doing('tileClose', 'bianchi', -48, '11:05', 'Quarter-inch trowel, back-buttered.'),
    done('vanity', 'park', -30, '10:40', 'Finished. Vanity, mirror and lights.'),
  ],
  hallBath: [
    before(
      'demolition',
      'thiel',
      -75,
      '16:20',
      'Hall bath as it is. The crack is behind the old tank.',
    ),
    done('vanity', 'thiel', -75, '16:26', 'This vanity and toilet go to the other bath.', {
      upright,
    }),
  ],
  ramp: [
    before(
      'firstVisit',
      'thiel',
      -79,
      '11:00',
      'Stakes show the run: 28 feet, landing at the turn.',
    ),
    done('landscape', 'thiel', -79, '11:08', 'Front walk. It slopes two inches to the drive.'),
  ],
  addition: [
    before(
      'firstVisit',
      'thiel',
      -80,
      '14:30',
      'North side from the road, before anything is moved.',
    ),
    before('excavation', 'thiel', -9, '08:15', 'Corners staked, lines are up.'),
    doing('excavation', 'schaefer', -7, '10:35', 'Clay all the way down.'),
    before(
      'landscape',
      'thiel',
      -4,
      '16:05',
      'The oak by the drive: fence has to go out to the drip line.',
      {
        task: 'Fence off the oak by the drive',
      },
    ),
    before('footings', 'schaefer', -2, '13:10', 'Trench is clean, material is here.', {
      task: 'Rebar for footings on site',
    }),
    doing('footings', 'schaefer', -1, '15:35', 'Forms set, steel tied. Bolts every 4 feet.', {
      task: 'Set anchor bolt layout',
    }),
  ],
  mudroom: [
    before('demolition', 'park', -85, '13:40', 'Back hall. The wall by the door comes out.'),
    done('trim', 'park', -85, '13:47', 'Casing to match, from the hall side.', { upright }),
  ],
  dormer: [
    before(
      'firstVisit',
      'owner',
      -88,
      '15:10',
      'From the street. The dormer sits left of the door.',
    ),
    before('dormer', 'amundsen', -22, '15:30', 'Walls and ridge are up, opening is square.'),
    done('framing', 'amundsen', -20, '11:25', 'From inside: headers and trimmers.'),
    doing('dormer', 'jensen', -16, '10:50', 'Wrapped. Window went in before noon.'),
    doing('windowUnit', 'jensen', -12, '14:20', 'Head is flashed over the tape.', {
      task: 'Flash window heads',
    }),
    done('dormer', 'jensen', -11, '16:00', 'Sided, north gable too.'),
    done('wiring', 'ortiz', -3, '13:15', 'Bath fan and heater are pulled.', {
      task: 'Pull wire for bath fan and heater',
    }),
    doing('panel', 'ortiz', -1, '15:00', 'Half landed. Labels come typed.', {
      task: 'Label panel circuits',
      upright,
    }),
  ],
  windows: [
    before('windowUnit', 'park', -90, '10:20', 'One of 22: loose putty, lead paint.'),
    before('windowUnit', 'kowalski', -14, '09:05', 'Second floor, first sash out today.', {
      upright,
    }),
    doing('windowUnit', 'kowalski', -12, '13:40', 'Opening flashed, sill is level.'),
    done('windowUnit', 'kowalski', -8, '15:10', 'Kitchen side, finished.', { upright }),
    before('bay', 'amundsen', -1, '09:30', 'Bay is framed and shored.'),
    doing('bay', 'amundsen', -1, '15:20', 'Lights are in. Seat measured at the glass.', {
      task: 'Measure bay seat for the cushion maker',
    }),
  ],
  screenedPorch: [
    before('firstVisit', 'owner', -95, '12:15', 'The porch would go to the right of the door.'),
  ],
  garage: [
    before('excavation', 'schaefer', -22, '08:40', 'Laid out 24 by 28, checked on the diagonal.'),
    done('excavation', 'schaefer', -20, '15:05', 'Down to undisturbed soil.'),
    doing('footings', 'schaefer', -19, '14:20', 'Steel is in for the inspector.'),
    done('foundation', 'schaefer', -15, '10:30', 'Walls stripped and coated.'),
    before('slab', 'schaefer', -13, '13:50', 'Stone is compacted, mesh is on chairs.'),
    doing('slab', 'schaefer', -12, '09:15', 'Pour from the back out.'),
    done('slab', 'schaefer', -9, '11:45', 'Joints cut, quarter of the depth.', {
      task: 'Saw-cut control joints',
    }),
    done(
      'houseFrame',
      'kowalski',
      -6,
      '12:20',
      'The same trusses on our last garage, for comparison.',
      {
        task: 'Check truss drawings against the plan',
      },
    ),
  ],
  porch: [
    before('firstVisit', 'park', -100, '14:00', 'St. Brigid, the house from the street.'),
    before(
      'porch',
      'kowalski',
      -16,
      '10:10',
      'First turned post out and numbered, shore in its place.',
      {
        task: 'Number and store the turned posts',
      },
    ),
    done('delivery', 'park', -7, '11:20', 'Fir decking came early.', { task: 'Order fir decking' }),
    doing('porch', 'thiel', -5, '15:40', 'Beam and temporary posts.'),
    doing('porch', 'kowalski', -1, '14:25', 'Sheathing on the porch roof. Pitch is the old one.'),
  ],
  office: [
    doing('metalStuds', 'amundsen', -14, '13:30', 'Partitions from the elevator side.'),
    before('metalStuds', 'amundsen', -13, '14:20', 'Shared wall, fire-stopped at the deck.', {
      task: 'Fire-stop the shared wall',
    }),
    doing('pipes', 'novak', -6, '07:40', 'Break-room drain through the new core.', {
      task: 'Core drill for the break-room drain',
    }),
    done('metalStuds', 'ortiz', -5, '08:15', 'Blue tape is data, 34 drops.', {
      task: 'Mark data drops with the tenant',
    }),
    before('panel', 'ortiz', -2, '07:55', 'Panel for suite 2 is hung.', { upright }),
    doing('wiring', 'ortiz', -1, '08:20', 'Conference room, west wall.'),
  ],
  sunroom: [
    done('excavation', 'schaefer', -37, '15:20', 'Dug and trimmed by hand at the house.'),
    doing('foundation', 'schaefer', -35, '11:15', 'Forms are braced, pour is tomorrow.'),
    done('foundation', 'schaefer', -33, '14:40', 'Stripped and coated. Ready for the inspector.'),
  ],
  siding: [
    before('cladding', 'thiel', -120, '10:30', 'West wall: boards soft at the nails.'),
    doing('cladding', 'jensen', -116, '13:10', 'New courses to half height.'),
    done('cladding', 'bell', -110, '16:10', 'Two coats, done.'),
  ],
  bakery: [
    before('storefront', 'owner', -151, '17:30', 'Papered over for the night work.'),
    doing('storefront', 'kowalski', -146, '14:05', 'Glass is in, door tomorrow.'),
    done('tileClose', 'bianchi', -139, '11:30', 'Counter wall, grouted.'),
    done('storefront', 'owner', -138, '16:20', 'Open on Saturday.'),
  ],
  attic: [
    doing('framing', 'amundsen', 5, '13:20', 'Knee wall is going in.'),
    done('wiring', 'ortiz', 15, '14:35', 'Ready for the rough-in.'),
    done('insulation', 'amundsen', 30, '10:15', 'Knee wall side, all bays filled.', {
      task: 'Insulate the knee wall doors',
    }),
    doing('flooring', 'kowalski', 41, '11:50', 'Plank from the window back.'),
    done('painting', 'bell', 57, '15:30', 'Last coat. Study side.'),
  ],
  deckBoards: [
    before('decking', 'amundsen', 2, '09:40', 'Old boards gone. Footings are good, posts stay.'),
    doing('decking', 'amundsen', 5, '14:15', 'Composite from the house out.'),
    done('decking', 'amundsen', 10, '15:40', 'Rails are on, swept and done.'),
  ],
  powderRoom: [
    doing('tileClose', 'bianchi', 3, '13:25', 'Wet wall, second row.', { upright }),
    doing('vanity', 'novak', 6, '11:40', 'Cabinet is level, stone comes tomorrow.'),
    done('vanity', 'park', 10, '15:05', 'Ready for the owners.', { upright }),
  ],
  roofGutters: [
    before('roofing', 'jensen', 0, '07:30', 'Before tear-off, street side.'),
    doing('roofing', 'jensen', 3, '13:50', 'Past the middle by lunch.'),
    done('roofing', 'jensen', 5, '16:05', 'Ridge is capped, boots are new.'),
    done('gutter', 'jensen', 7, '14:45', 'Gutter hung, a quarter inch in ten feet.'),
  ],
  egress: [
    before('windowWell', 'schaefer', 2, '15:10', 'Cut is marked on the wall.'),
    doing('windowWell', 'schaefer', 4, '14:30', 'Window set, stone over the drain tile.', {
      task: 'Drain tile at the window well',
    }),
    done('windowWell', 'schaefer', 5, '11:20', 'Well is bolted on.'),
    done('framing', 'amundsen', 10, '15:35', 'Bedroom is framed, closet on the right.'),
    done('flooring', 'amundsen', 33, '14:00', 'Floor and base are in.'),
  ],
  familyRoom: [
    doing('demolition', 'owner', 2, '10:50', 'Dining side is open.'),
    before('beam', 'kowalski', 4, '15:15', 'Shored on both sides of the bearing wall.'),
    done('beam', 'kowalski', 10, '16:00', 'Beam is in, shores are out. 40 minutes.', {
      task: 'Set the beam with a crew of six',
    }),
    doing('wiring', 'ortiz', 15, '13:35', 'Kitchen side, range and island.'),
    done('drywall', 'bell', 30, '15:20', 'Sanded. Primer tomorrow.'),
    done('flooring', 'bell', 68, '14:10', 'Floor is down, last coat on the walls.'),
    done('kitchen', 'owner', 71, '11:00', 'Done. From the family room.'),
  ],
}
