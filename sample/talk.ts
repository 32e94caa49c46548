import type { JobKey } from './jobs.ts'
import type { PersonKey } from './people.ts'

/** A message: who, when (working day as the job counts, and time; or hours ago), what. */
export type Said = readonly [
  by: PersonKey,
  at: readonly [n: number, time: string] | number,
  text: string,
]

/** What was said on the jobs, oldest first. */
export const talk: Partial<Record<JobKey, readonly Said[]>> = {
  kitchen: [
    [
      'thiel',
      [-16, '09:05'],
      'Good morning Maya, the permit is in. We start with the demolition in three days, as planned. Please empty the lower cabinets first, we bring boxes.',
    ],
    ['okafor', [-16, '12:40'], 'Wonderful, thank you. Can we keep the fridge running somewhere?'],
    ['thiel', [-16, '12:52'], 'In the laundry room. Luis puts it on its own circuit for the time.'],
    [
      'novak',
      [-13, '07:25'],
      'Gas is capped and tagged. Water stays on, I put a shut-off under the old sink.',
    ],
    ['okafor', [-12, '20:10'], 'The dust wall works really well. We barely notice it upstairs.'],
    [
      'thiel',
      [-9, '10:40'],
      'The cabinets come two days later, the truck broke down in Rockford. The end date stands, we had room for that.',
    ],
    ['okafor', [-9, '11:15'], 'Thanks for telling us right away.'],
    [
      'ortiz',
      [-9, '14:30'],
      'Island outlet moved 14 inches. Do the owners want USB in it? Cover is the same either way.',
    ],
    ['thiel', [-9, '14:48'], 'Maya, USB in the island outlet, yes or no? No extra cost.'],
    ['okafor', [-9, '17:33'], 'Yes please!'],
    ['thiel', [-7, '14:10'], 'Rough-in inspection passed. Terrence starts the drywall next.'],
    [
      'kowalski',
      [-3, '10:35'],
      'Cabinets are in the dining room, all 31. One crown piece is scuffed, supplier replaces it.',
    ],
    [
      'kowalski',
      [-2, '16:20'],
      'Laser line is set and the first four uppers are up. Wall by the pantry is out 5/8, I scribe the filler.',
    ],
    [
      'okafor',
      4.6,
      'I peeked last night. It looks like a kitchen again! Is the tall pantry meant to be that close to the door?',
    ],
    [
      'thiel',
      4.1,
      'It is, 36 inches clear to the casing as drawn. I can show you on site before Tom fixes it for good.',
    ],
    [
      'okafor',
      2.2,
      'No need, I measured and you are right. It only looks tight because the boxes are in the way.',
    ],
    [
      'kowalski',
      1.3,
      'Seven of eleven uppers done. I need the hood duct on site before I close the corner.',
    ],
    ['thiel', 0.9, 'It is on the porch, left side, under the tarp.'],
  ],
  deck: [
    ['hale', [-20, '18:20'], 'Hi, any news on the permit? My neighbor waited eight weeks for his.'],
    [
      'park',
      [-20, '18:45'],
      'Drawings go in this week, Colin. Batavia takes about two weeks for decks.',
    ],
    ['park', [-4, '10:10'], 'Permit is approved! Marcus brings railing samples, bronze and black.'],
    [
      'hale',
      [-2, '19:30'],
      'Samples are on the porch rail now. My wife says bronze, I say black, so you may have to decide.',
    ],
    [
      'thiel',
      [-1, '17:25'],
      'Look at them once at night with the porch light on. Black disappears, bronze does not.',
    ],
    ['hale', 3.4, 'That settles it, black. Can you order?'],
    ['thiel', 3.1, 'Will do, with the decking.'],
  ],
  roof: [
    [
      'jensen',
      [-26, '11:50'],
      'Rear slope is open. A lot of the decking is soft, I count 14 sheets instead of 6. Stop or go on?',
    ],
    ['thiel', [-26, '11:58'], 'Take photos of every sheet first, then go on. I call the adjuster.'],
    [
      'thiel',
      [-26, '15:20'],
      'Tove, the boards under the old shingles are rotten in places. Insurance pays by the sheet, so this should not cost you anything.',
    ],
    [
      'lindqvist',
      [-26, '16:05'],
      'OK. Johan asks if the attic stays dry tonight, there is rain in the forecast.',
    ],
    ['jensen', [-26, '16:30'], 'Dry. Tarp is doubled and battened, I come by at nine to check.'],
    [
      'thiel',
      [-20, '08:30'],
      'The village inspector is sick and nobody stands in. We have to wait with the shingles, the rear slope is dried in.',
    ],
    ['lindqvist', [-19, '12:10'], 'How long can it stay like this?'],
    ['jensen', [-19, '12:25'], 'The underlayment is good for 90 days. I would sleep under it.'],
    [
      'lindqvist',
      [-6, '09:15'],
      'We would love to have this done before the next storm. Anything we can do? I know someone at village hall.',
    ],
    [
      'thiel',
      [-6, '09:40'],
      'A call from a resident does no harm. Ask for Building, not Planning.',
    ],
    [
      'thiel',
      [-2, '17:10'],
      'They had promised today, and nobody came. I am sorry. I call again first thing.',
    ],
    ['lindqvist', [-1, '10:05'], 'I called too. They said by the end of the week.'],
    ['jensen', [-1, '16:45'], 'Crew is ready. Give me one day of notice.'],
  ],
  basement: [
    ['varga', [-34, '18:40'], 'The fan duct ends in the joist bay. Is that allowed?'],
    [
      'park',
      [-34, '19:02'],
      'It is not, and the inspector saw it too. Luis takes it out through the rim.',
    ],
    ['ortiz', [-33, '10:15'], 'Duct goes outside now, hood is painted like the siding.'],
    ['park', [-33, '15:35'], 'Passed! Insulation next.'],
    ['varga', [-12, '17:50'], 'Drywall looks great. Very clean work on the stair.'],
    [
      'bell',
      [-12, '18:20'],
      'Thank you! Please keep the furnace fan on for two days, it dries more evenly.',
    ],
    [
      'amundsen',
      [-6, '15:10'],
      'Doors are hung. The one to the sump closet swings out, as you wanted.',
    ],
    ['varga', [-5, '07:55'], 'Perfect. We expect guests, will the floor be in?'],
    [
      'park',
      [-5, '08:20'],
      'Yes. Paint is done in a few days, then Marco lays the plank. Two cartons are on the way.',
    ],
    ['bell', [-1, '14:45'], 'First coat is on everywhere but the stairwell.'],
    ['varga', 3.8, 'The gray is a bit darker than the sample. We like it.'],
    ['bell', 2.9, 'It dries lighter, second coat will tell. If you still like it then I am happy.'],
  ],
  primaryBath: [
    [
      'whitcombe',
      [-66, '09:30'],
      'Is it normal that I can see the crawl space through the shower drain?',
    ],
    ['novak', [-66, '09:42'], 'For two more days it is. The pan goes over it.'],
    [
      'park',
      [-60, '13:20'],
      'Inspection passed, tile comes next. Susan, the niche is at 48 inches as you marked it.',
    ],
    [
      'bianchi',
      [-54, '16:40'],
      'First wall is set. The marble varies a lot, I laid it out on the floor, please look before I go on.',
    ],
    ['whitcombe', [-54, '18:15'], 'I moved two of them. Otherwise beautiful.'],
    ['whitcombe', [-45, '10:00'], 'Vanity was to come today?'],
    ['park', [-45, '10:20'], 'It comes with the glass now, one truck for both.'],
    ['kowalski', [-31, '15:30'], 'Door sweep adjusted, no more drip.'],
    [
      'whitcombe',
      [-29, '19:45'],
      'First shower this morning. Worth every day of waiting. Thank you all!',
    ],
  ],
  hallBath: [
    [
      'okafor',
      [-10, '20:05'],
      'For the hall bath: can we look at tile together when you are here for the kitchen?',
    ],
    [
      'thiel',
      [-9, '08:10'],
      'Gladly. I leave three samples on the stairs, live with them for a week.',
    ],
    ['okafor', [-4, '19:20'], 'The green one is growing on us.'],
  ],
  addition: [
    [
      'duarte',
      [-30, '17:15'],
      'The tree man says the oak is fine as long as nobody digs inside the drip line.',
    ],
    ['thiel', [-30, '17:40'], 'We moved the trench two feet for it. Nick fences it off.'],
    [
      'schaefer',
      [-8, '08:20'],
      'Found the downspout line at three feet, it is clay and still runs. I go around it.',
    ],
    ['duarte', [-7, '12:30'], 'It is a very big hole :) The kids watch from the window all day.'],
    [
      'thiel',
      [-6, '07:35'],
      'They may pick a name for the excavator. Please keep them inside the fence when it runs.',
    ],
    [
      'schaefer',
      [-4, '06:45'],
      'Trench is full of water after last night. Pumping. Footings move by two days.',
    ],
    [
      'thiel',
      [-4, '07:00'],
      'Ana, rain costs us two days on the footings. The end date does not change.',
    ],
    ['duarte', [-4, '07:45'], 'Understood, thank you!'],
    ['schaefer', [-1, '15:20'], 'Steel is tied, half the forms are up.'],
    [
      'duarte',
      4.8,
      'Are the bedroom windows still the ones we saw in the showroom? I found a wider one in the drawings.',
    ],
    [
      'thiel',
      3.9,
      'Good eye. The wider one is for the egress rule, same style. I send you both side by side today.',
    ],
  ],
  mudroom: [
    [
      'whitcombe',
      [-14, '10:40'],
      'Could the bench be 19 inches high instead of 17? My knees would thank you.',
    ],
    [
      'park',
      [-14, '11:05'],
      'Easy. It goes into the cabinet drawings, we look at them together before anything is cut.',
    ],
  ],
  dormer: [
    [
      'amundsen',
      [-26, '12:20'],
      'Old rafters are full 2 by 6, sistering is easier than we thought. Saves a day.',
    ],
    ['owner', [-26, '12:45'], 'Take the day for the flashing detail at the chimney then.'],
    [
      'jensen',
      [-17, '16:10'],
      'Roof is tight. We had rain overnight and the Metzgers’ ceiling is dry.',
    ],
    ['jensen', [-11, '14:00'], 'Siding done, scaffold on the north side can go.'],
    [
      'ortiz',
      [-7, '08:30'],
      'Is the panel label for the new room study or bedroom 3? Inspector wants it typed.',
    ],
    [
      'owner',
      [-3, '11:50'],
      'The city moved the rough-in inspection. Ruth, Luis, please leave everything open.',
    ],
    ['ortiz', [-3, '12:15'], 'Fine with me. I finish the labels meanwhile.'],
    [
      'bell',
      [-1, '17:00'],
      'I have drywall on the truck for after the inspection. Is the quiet hour still 1 to 3?',
    ],
    ['owner', [-1, '17:12'], 'It is, the baby does not know about schedules.'],
  ],
  windows: [
    ['kowalski', [-10, '15:40'], 'Second floor is in. All lead chips bagged and signed for.'],
    ['park', [-10, '16:05'], 'Roberta was very happy with how clean it was, she called me.'],
    [
      'kowalski',
      [-4, '13:20'],
      'Unit 14 has a crack in the lower sash. Set it anyway so that the house is closed.',
    ],
    ['park', [-4, '13:35'], 'Right call. New sash is ordered.'],
    [
      'amundsen',
      [-1, '12:10'],
      'Bay is heavier than it looks. I could use a second pair of hands for one afternoon.',
    ],
    ['park', [-1, '12:30'], 'I booked Tom for it, but he is on the cabinets. Let me see.'],
  ],
  screenedPorch: [
    [
      'park',
      [-6, '09:50'],
      'The association’s board meets once a month. I sent them the color card and both drawings.',
    ],
    ['owner', [-6, '10:30'], 'If they say no to green we have the bronze as plan B.'],
  ],
  garage: [
    [
      'schaefer',
      [-12, '16:50'],
      'Slab is down, in one go. Keeping it wet under blankets for two days.',
    ],
    ['thiel', [-10, '09:20'], 'Blankets can come off. Looks flat.'],
    ['thiel', [-8, '13:25'], 'The truss plant is a week behind. Ruth, framing moves with it.'],
    ['amundsen', [-8, '13:50'], 'All right, I stay on the trim in St. Charles until then.'],
    ['schaefer', [-2, '16:50'], 'North wall backfill has to wait, it is soup back there.'],
  ],
  porch: [
    [
      'park',
      [-17, '10:00'],
      'The commission wants every turned post kept. Tom, please number them before they come down.',
    ],
    ['kowalski', [-16, '15:15'], 'Numbered and in the parish garage. One has a bee nest, empty.'],
    ['schaefer', [-13, '11:30'], 'Piers are poured, eight of them. Old ones were laid on sand.'],
    ['park', [-5, '09:10'], 'Funeral at the parish in the morning. No saws before noon, please.'],
    ['kowalski', [-5, '09:25'], 'We do the layout and paint brackets until then.'],
  ],
  office: [
    [
      'brennan',
      [-19, '08:40'],
      'The dentist downstairs asked me when the hammering ends. What may I tell him?',
    ],
    [
      'owner',
      [-19, '08:55'],
      'Loud work ends at nine every morning, from today. I brought him a list of the days.',
    ],
    ['brennan', [-19, '09:05'], 'You brought him donuts, he says. Well done.'],
    [
      'amundsen',
      [-13, '14:30'],
      'Shared wall is fire-stopped, photos are with the job for the inspector.',
    ],
    ['novak', [-6, '08:25'], 'Core drilled at 7, done by 8:15. Drain is where the drawing has it.'],
    ['brennan', [-5, '08:50'], 'We need four more data outlets in the conference room. Sorry!'],
    ['owner', [-5, '09:10'], 'No trouble while the walls are open. You get a change order today.'],
    ['brennan', [-4, '11:20'], 'Signed.'],
    [
      'owner',
      [-1, '09:30'],
      'Sofia Marin’s crew takes the drywall, Terrence is booked out until the dormer is done.',
    ],
    [
      'ortiz',
      3.6,
      'A third of the drops are pulled. Ceiling stays open until the inspection, please no tiles.',
    ],
    ['brennan', 2.7, 'Will we have power at reception next week for the copier people?'],
    ['owner', 2.4, 'Temporary power, yes. The floor box follows right after.'],
  ],
  sunroom: [
    ['schaefer', [-33, '15:00'], 'Foundation is in. Covered the anchor bolts so nobody trips.'],
    [
      'owner',
      [-14, '10:10'],
      'The window factory moved its date. We stop here until there is a firm one, Nick, please plan a cover that lasts.',
    ],
    ['schaefer', [-13, '07:30'], 'I have plywood and poly. Tell me when.'],
  ],
  siding: [
    [
      'jensen',
      [-117, '13:40'],
      'Sheathing behind two courses was wet, dried and replaced. Cause was the downspout, fixed.',
    ],
    ['duarte', [-116, '18:00'], 'That explains the smell in the closet. Thank you!'],
    ['thiel', [-110, '16:00'], 'All painted. We see each other again for the addition.'],
  ],
  bakery: [
    [
      'kowalski',
      [-148, '05:40'],
      'Glazing is in, door swings free. They bake in an hour, smells better than any other site.',
    ],
    ['bianchi', [-139, '21:30'], 'Tile and sign are done. Sidewalk is swept.'],
  ],
  attic: [
    ['varga', [12, '18:30'], 'Does the new heat zone need its own thermostat?'],
    ['novak', [13, '09:00'], 'It has one, by the stair. You can run it from the phone as well.'],
    ['park', [17, '14:20'], 'Inspection passed, insulation comes next.'],
    [
      'varga',
      [60, '19:10'],
      'We are moving books in tonight. What a room. When do you have time for the basement?',
    ],
  ],
  powderRoom: [
    ['hale', [4, '17:45'], 'The tile is up already? That was quick.'],
    ['bianchi', [4, '18:10'], 'Small room, small tile, long day :)'],
    ['park', [10, '15:30'], 'All done. The paint needs two days before you hang anything.'],
  ],
  egress: [
    ['schaefer', [3, '10:50'], 'Foundation is cut, no surprises. Window goes in this afternoon.'],
    ['amundsen', [31, '16:00'], 'Trim and carpet done. Ladder in the well is bolted.'],
  ],
  familyRoom: [
    [
      'owner',
      [4, '08:00'],
      'Beam day is coming up. Six people, two lifts, nobody parks in the drive.',
    ],
    ['kowalski', [6, '12:15'], 'Beam is in. Forty minutes, no cracks upstairs.'],
    ['ortiz', [17, '15:20'], 'All roughed in. Oven circuit is 50 amps as the new range wants it.'],
    ['owner', [72, '17:00'], 'Signed off today. Great work everybody.'],
  ],
}
