import { messageAudiences } from '@plumbline/contract/messages.ts'
import type { messages as messageTable } from '../server/schema/messages.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { daysOf, jobId, jobKeys } from './jobs.ts'
import { parseGroups } from './parseTable.ts'
import type { PersonId, PersonKey } from './people.ts'

/**
 * The messages by job, oldest first: sender, time and readers; text. The time is a working day,
 * counted from day 0 of the job, and the time of day, or hours before now (`4.6h`). Without readers
 * a message is for everyone.
 */
const messages = parseGroups(
  `
  kitchen | thiel -16 09:05 | Good morning Maya, the permit is in. We start with the demolition in three days, as planned. Please empty the lower cabinets first, we bring boxes.
  kitchen | okafor -16 12:40 | Wonderful, thank you. Can we keep the fridge running somewhere?
  kitchen | thiel -16 12:52 | In the laundry room. Luis puts it on its own circuit for the time.
  kitchen | novak -13 07:25 | Gas is capped and tagged. Water stays on, I put a shut-off under the old sink.
  kitchen | okafor -12 20:10 | The dust wall works really well. We barely notice it upstairs.
  kitchen | thiel -9 10:40 | The cabinets come two days later, the truck broke down in Rockford. The end date stands, we had room for that.
  kitchen | okafor -9 11:15 | Thanks for telling us right away.
  kitchen | ortiz -9 14:30 | Island outlet moved 14 inches. Do the owners want USB in it? Cover is the same either way.
  kitchen | thiel -9 14:48 | Maya, USB in the island outlet, yes or no? No extra cost.
  kitchen | okafor -9 17:33 | Yes please!
  kitchen | thiel -8 07:40 crew | Maya works from home this week and has a call at eight. Loud tools after nine, please.
  kitchen | thiel -7 14:10 | Rough-in inspection passed. Terrence starts the drywall next.
  kitchen | okafor -5 18:05 client | Is the island outlet part of the price, or does it come on top?
  kitchen | thiel -5 18:20 client | Part of the price. If anything ever costs more, you get it in writing first.
  kitchen | kowalski -3 10:35 | Cabinets are in the dining room, all 31. One crown piece is scuffed, supplier replaces it.
  kitchen | kowalski -2 16:20 | Laser line is set and the first four uppers are up. Wall by the pantry is out 5/8, I scribe the filler.
  kitchen | okafor 4.6h | I peeked last night. It looks like a kitchen again! Is the tall pantry meant to be that close to the door?
  kitchen | thiel 4.1h | It is, 36 inches clear to the casing as drawn. I can show you on site before Tom fixes it for good.
  kitchen | okafor 2.2h | No need, I measured and you are right. It only looks tight because the boxes are in the way.
  kitchen | kowalski 1.3h | Seven of eleven uppers done. I need the hood duct on site before I close the corner.
  kitchen | thiel 0.9h | It is on the porch, left side, under the tarp.
  deck | hale -20 18:20 | Hi, any news on the permit? My neighbor waited eight weeks for his.
  deck | park -20 18:45 | Drawings go in this week, Colin. Batavia takes about two weeks for decks.
  deck | park -4 10:10 | Permit is approved! Marcus brings railing samples, bronze and black.
  deck | hale -2 19:30 | Samples are on the porch rail now. My wife says bronze, I say black, so you may have to decide.
  deck | thiel -1 17:25 | Look at them once at night with the porch light on. Black disappears, bronze does not.
  deck | hale 3.4h | That settles it, black. Can you order?
  deck | thiel 3.1h | Will do, with the decking.
  roof | jensen -26 11:50 crew | Rear slope is open. A lot of the decking is soft, I count 14 sheets instead of 6. Stop or go on?
  roof | thiel -26 11:58 crew | Take photos of every sheet first, then go on. I call the adjuster.
  roof | thiel -26 15:20 | Tove, the boards under the old shingles are rotten in places. Insurance pays by the sheet, so this should not cost you anything.
  roof | lindqvist -26 16:05 | OK. Johan asks if the attic stays dry tonight, there is rain in the forecast.
  roof | jensen -26 16:30 | Dry. Tarp is doubled and battened, I come by at nine to check.
  roof | thiel -20 08:30 | The village inspector is sick and nobody stands in. We have to wait with the shingles, the rear slope is dried in.
  roof | lindqvist -19 12:10 | How long can it stay like this?
  roof | jensen -19 12:25 | The underlayment is good for 90 days. I would sleep under it.
  roof | lindqvist -6 09:15 client | We would love to have this done before the next storm. Anything we can do? I know someone at village hall.
  roof | thiel -6 09:40 client | A call from a resident does no harm. Ask for Building, not Planning.
  roof | thiel -2 17:10 | They had promised today, and nobody came. I am sorry. I call again first thing.
  roof | lindqvist -1 10:05 | I called too. They said by the end of the week.
  roof | jensen -1 16:45 | Crew is ready. Give me one day of notice.
  basement | varga -34 18:40 | The fan duct ends in the joist bay. Is that allowed?
  basement | park -34 19:02 | It is not, and the inspector saw it too. Luis takes it out through the rim.
  basement | ortiz -33 10:15 | Duct goes outside now, hood is painted like the siding.
  basement | park -33 15:35 | Passed! Insulation next.
  basement | varga -12 17:50 | Drywall looks great. Very clean work on the stair.
  basement | bell -12 18:20 | Thank you! Please keep the furnace fan on for two days, it dries more evenly.
  basement | amundsen -6 15:10 | Doors are hung. The one to the sump closet swings out, as you wanted.
  basement | varga -5 07:55 | Perfect. We expect guests, will the floor be in?
  basement | park -5 08:20 | Yes. Paint is done in a few days, then Marco lays the plank. Two cartons are on the way.
  basement | bell -1 14:45 | First coat is on everywhere but the stairwell.
  basement | varga 3.8h | The gray is a bit darker than the sample. We like it.
  basement | bell 2.9h | It dries lighter, second coat will tell. If you still like it then I am happy.
  primaryBath | whitcombe -66 09:30 | Is it normal that I can see the crawl space through the shower drain?
  primaryBath | novak -66 09:42 | For two more days it is. The pan goes over it.
  primaryBath | park -60 13:20 | Inspection passed, tile comes next. Susan, the niche is at 48 inches as you marked it.
  primaryBath | bianchi -54 16:40 | First wall is set. The marble varies a lot, I laid it out on the floor, please look before I go on.
  primaryBath | whitcombe -54 18:15 | I moved two of them. Otherwise beautiful.
  primaryBath | whitcombe -45 10:00 | Vanity was to come today?
  primaryBath | park -45 10:20 | It comes with the glass now, one truck for both.
  primaryBath | kowalski -31 15:30 | Door sweep adjusted, no more drip.
  primaryBath | whitcombe -29 19:45 | First shower this morning. Worth every day of waiting. Thank you all!
  hallBath | okafor -10 20:05 | For the hall bath: can we look at tile together when you are here for the kitchen?
  hallBath | thiel -9 08:10 | Gladly. I leave three samples on the stairs, live with them for a week.
  hallBath | okafor -4 19:20 | The green one is growing on us.
  addition | duarte -30 17:15 | The tree man says the oak is fine as long as nobody digs inside the drip line.
  addition | thiel -30 17:40 | We moved the trench two feet for it. Nick fences it off.
  addition | schaefer -8 08:20 | Found the downspout line at three feet, it is clay and still runs. I go around it.
  addition | duarte -7 12:30 | It is a very big hole :) The kids watch from the window all day.
  addition | thiel -6 07:35 | They may pick a name for the excavator. Please keep them inside the fence when it runs.
  addition | schaefer -4 06:45 | Trench is full of water after last night. Pumping. Footings move by two days.
  addition | thiel -4 07:00 | Ana, rain costs us two days on the footings. The end date does not change.
  addition | duarte -4 07:45 | Understood, thank you!
  addition | schaefer -1 15:20 | Steel is tied, half the forms are up.
  addition | duarte 4.8h client | Are the bedroom windows still the ones we saw in the showroom? I found a wider one in the drawings.
  addition | thiel 3.9h client | Good eye. The wider one is for the egress rule, same style. I send you both side by side today.
  mudroom | whitcombe -14 10:40 | Could the bench be 19 inches high instead of 17? My knees would thank you.
  mudroom | park -14 11:05 | Easy. It goes into the cabinet drawings, we look at them together before anything is cut.
  dormer | amundsen -26 12:20 | Old rafters are full 2 by 6, sistering is easier than we thought. Saves a day.
  dormer | owner -26 12:45 | Take the day for the flashing detail at the chimney then.
  dormer | jensen -17 16:10 | Roof is tight. We had rain overnight and the Metzgers’ ceiling is dry.
  dormer | jensen -11 14:00 | Siding done, scaffold on the north side can go.
  dormer | ortiz -7 08:30 | Is the panel label for the new room study or bedroom 3? Inspector wants it typed.
  dormer | owner -3 11:50 | The city moved the rough-in inspection. Ruth, Luis, please leave everything open.
  dormer | ortiz -3 12:15 | Fine with me. I finish the labels meanwhile.
  dormer | bell -1 17:00 crew | I have drywall on the truck for after the inspection. Is the quiet hour still 1 to 3?
  dormer | owner -1 17:12 crew | It is, the baby does not know about schedules.
  windows | kowalski -10 15:40 | Second floor is in. All lead chips bagged and signed for.
  windows | park -10 16:05 crew | Roberta was very happy with how clean it was, she called me.
  windows | kowalski -4 13:20 crew | Unit 14 has a crack in the lower sash. Set it anyway so that the house is closed.
  windows | park -4 13:35 crew | Right call. New sash is ordered.
  windows | amundsen -1 12:10 crew | Bay is heavier than it looks. I could use a second pair of hands for one afternoon.
  windows | park -1 12:30 crew | I booked Tom for it, but he is on the cabinets. Let me see.
  screenedPorch | park -6 09:50 | The association’s board meets once a month. I sent them the color card and both drawings.
  screenedPorch | owner -6 10:30 | If they say no to green we have the bronze as plan B.
  garage | schaefer -12 16:50 | Slab is down, in one go. Keeping it wet under blankets for two days.
  garage | thiel -10 09:20 | Blankets can come off. Looks flat.
  garage | thiel -8 13:25 crew | The truss plant is a week behind. Ruth, framing moves with it.
  garage | amundsen -8 13:50 crew | All right, I stay on the trim in St. Charles until then.
  garage | schaefer -2 16:50 crew | North wall backfill has to wait, it is soup back there.
  porch | park -17 10:00 | The commission wants every turned post kept. Tom, please number them before they come down.
  porch | kowalski -16 15:15 crew | Numbered and in the parish garage. One has a bee nest, empty.
  porch | schaefer -13 11:30 | Piers are poured, eight of them. Old ones were laid on sand.
  porch | park -5 09:10 | Funeral at the parish in the morning. No saws before noon, please.
  porch | kowalski -5 09:25 | We do the layout and paint brackets until then.
  office | brennan -19 08:40 | The dentist downstairs asked me when the hammering ends. What may I tell him?
  office | owner -19 08:55 | Loud work ends at nine every morning, from today. I brought him a list of the days.
  office | brennan -19 09:05 | You brought him donuts, he says. Well done.
  office | amundsen -13 14:30 | Shared wall is fire-stopped, photos are with the job for the inspector.
  office | novak -6 08:25 | Core drilled at 7, done by 8:15. Drain is where the drawing has it.
  office | brennan -5 08:50 client | We need four more data outlets in the conference room. Sorry!
  office | owner -5 09:10 client | No trouble while the walls are open. You get a change order today.
  office | brennan -4 11:20 client | Signed.
  office | owner -1 09:30 crew | Sofia Marin’s crew takes the drywall, Terrence is booked out until the dormer is done.
  office | ortiz 3.6h | A third of the drops are pulled. Ceiling stays open until the inspection, please no tiles.
  office | brennan 2.7h | Will we have power at reception next week for the copier people?
  office | owner 2.4h | Temporary power, yes. The floor box follows right after.
  sunroom | schaefer -33 15:00 | Foundation is in. Covered the anchor bolts so nobody trips.
  sunroom | owner -14 10:10 | The window factory moved its date. We stop here until there is a firm one, Nick, please plan a cover that lasts.
  sunroom | schaefer -13 07:30 | I have plywood and poly. Tell me when.
  siding | jensen -117 13:40 | Sheathing behind two courses was wet, dried and replaced. Cause was the downspout, fixed.
  siding | duarte -116 18:00 | That explains the smell in the closet. Thank you!
  siding | thiel -110 16:00 | All painted. We see each other again for the addition.
  bakery | kowalski -148 05:40 | Glazing is in, door swings free. They bake in an hour, smells better than any other site.
  bakery | bianchi -139 21:30 | Tile and sign are done. Sidewalk is swept.
  attic | varga 12 18:30 | Does the new heat zone need its own thermostat?
  attic | novak 13 09:00 | It has one, by the stair. You can run it from the phone as well.
  attic | park 17 14:20 | Inspection passed, insulation comes next.
  attic | varga 60 19:10 | We are moving books in tonight. What a room. When do you have time for the basement?
  powderRoom | hale 4 17:45 | The tile is up already? That was quick.
  powderRoom | bianchi 4 18:10 | Small room, small tile, long day :)
  powderRoom | park 10 15:30 | All done. The paint needs two days before you hang anything.
  egress | schaefer 3 10:50 | Foundation is cut, no surprises. Window goes in this afternoon.
  egress | amundsen 31 16:00 | Trim and carpet done. Ladder in the well is bolted.
  familyRoom | owner 4 08:00 | Beam day is coming up. Six people, two lifts, nobody parks in the drive.
  familyRoom | kowalski 6 12:15 | Beam is in. Forty minutes, no cracks upstairs.
  familyRoom | ortiz 17 15:20 | All roughed in. Oven circuit is 50 amps as the new range wants it.
  familyRoom | owner 72 17:00 | Signed off today. Great work everybody.
`,
  ([head = '', content = '']) => {
    const words = head.split(' ')
    const audience = messageAudiences.find((one) => one === words.at(-1))
    const [sender, day = '', time] = audience ? words.slice(0, -1) : words
    return { sender: sender as PersonKey, day, time, audience: audience ?? 'all', content }
  },
)

export function messageRows(calendar: Calendar, personId: PersonId) {
  return jobKeys.flatMap((job) => {
    const days = daysOf(calendar, job)
    return (messages.get(job) ?? []).map(
      ({ sender, day, time, audience, content }, n) =>
        ({
          id: seededId(`message/${job}/${n}`),
          jobId: jobId(job),
          senderId: personId(sender),
          content,
          audience,
          createdAt: time ? days.at(Number(day), time) : calendar.hoursAgo(Number.parseFloat(day)),
        }) satisfies typeof messageTable.$inferInsert,
    )
  })
}
