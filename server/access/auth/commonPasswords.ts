/**
 * Long passwords that everybody thinks of: sayings, titles, verses and pleas, written without gaps.
 * Shorter favorites, and passwords made by repeating, counting or sliding over the keyboard, are
 * caught by the rules in `passwords.ts`.
 */
export const commonPhrases: ReadonlySet<string> = new Set(
  `
  abracadabra123 accessgranted adminadminadmin administrator administrator1 administrators allyouneedislove
  amazinggrace americanidol americanpie andthejusticeforall anotherbrickinthewall assassinscreed avengersassemble
  backtothefuture barcelonafc basketball123 batmanandrobin battlefield beautifulgirl beautifullife believeinyourself
  bestfriends4ever bestfriendsforever beyondtheseas bigbangtheory blacklivesmatter blessedassurance bohemianrhapsody
  breakingbad123 bringiton2024 businessasusual butterflies1 californiadreaming callofduty123 candycrushsaga
  captainamerica carpediem1234 changeme1234 changemeplease changethispassword charliebrown chocolatecake
  chocolatechip christmastree clashofclans cleopatra1234 closeencounters computer1234 confidential correcthorse
  correcthorsebattery correcthorsebatterystaple counterstrike cowboysfromhell cristianoronaldo dallascowboys
  darkknightrises darthvader123 dazedandconfused defaultpassword diamondsareforever dontforgetme donttouchthis
  dontworrybehappy dragonballsuper dragonballz1 dungeonmaster elephantintheroom elizabeth1234 enteryourpassword
  enterthedragon everythingisawesome excalibur1234 expectopatronum fallinginlove familyforever familyguy1234
  fastandfurious fatherandson finalfantasy finalfantasy7 fireandblood fleetwoodmac footballclub footballteam
  forevermylove foreveryoung forgetmenot forgetmenots forgotpassword fortheloveofgod freebird1234 friendsforever
  frommetoyou fullmetaljacket gameofthrones getoutofhere ghostbusters1 godblessamerica godblessyou godisgood123
  godisgreat godislove1234 goldengate123 goodmorning1 goodmorningvietnam goodnight123 grandtheftauto grandmother1
  guardianangel guesswhatitis hailtothechief hakunamatata hakunamatata1 hallelujah12 hallowedbethyname happybirthday
  happybirthday1 happydays123 happyeverafter happynewyear harrypotter1 harrypotter123 helloworld12 helloworld123
  hellokitty12 hellokitty123 highwaytohell hotelcalifornia houseofcards howareyou123 howareyoutoday iamironman123
  iamlegend123 iamthebest12 iamthebest123 iamyourfather icecreamcone idontknow123 idontremember iforgotmypassword
  ihavenoidea ihavethepower ihatepasswords ihateyou1234 iloveicecream ilovejesus12 ilovejesus123 ilovemydad12
  ilovemycat12 ilovemydog12 ilovemydog123 ilovemyfamily ilovemykids1 ilovemylife1 ilovemymom12 ilovemymother
  ilovemyself1 ilovemywife1 ilovepizza12 iloveyou1234 iloveyou12345 iloveyou2024 iloveyoubaby iloveyoubabe
  iloveyouforever iloveyoumore iloveyousomuch iloveyouso1 imagination1 imissyou1234 ingodwetrust inloveforever
  intheendofday iwillalwaysloveyou iwillsurvive jackandjill1 jacksparrow1 jesuschrist1 jesuschrist7 jesusisking1
  jesusislord1 jesusislove1 jesuslovesme jesuslovesyou jesussaves12 jinglebells1 johnny12345 keepcalmandcarryon
  killerqueen1 kingofpirates kissmyass123 knockknockwhosthere knowledgeispower ladiesandgentlemen leaguelegends
  leagueoflegends learningtofly leavemealone ledzeppelin1 letitbeletitbe letmeinletmein letmein12345 letmeinnow123
  letmeinplease libertyandjustice lifeisbeautiful lifeisgood12 lifeisgood123 liverpoolfc1 livelaughlove
  livelongandprosper livingonaprayer longlivetheking lookingforward lordoftherings lovelovelove1 lovemyfamily
  lovinghusband madmaxfuryroad makelovenotwar manchesterunited maythe4thbewithyou maytheforcebewithyou
  mercedesbenz metallica123 michaeljackson michaeljordan mickeymouse1 mickeymouse123 minecraft123 missionimpossible
  mississippi1 montypython1 motherfucker motherofdragons motherofgod1 mountaindew1 mynameisbond mynamesjeff12
  mypassword12 mypassword123 mypasswordis1 mysecretpassword nationalanthem nevergiveup1 nevergonnagiveyouup
  nevermindthebollocks newpassword1 newpassword123 newyorkcity1 newyorkyankees nightmare123 ninjaturtles
  nothingelsematters nothingtosee noonewillguess onceuponatime onedirection onelove12345 openplease12 opensesame12
  opensesame123 operation123 outofservice ourfatherwhoartinheaven passphrase12 pinkfloyd123 pirates12345
  piratesofthecaribbean playstation1 playstation2 playstation3 playstation4 playstation5 pleaseletmein
  pleaseopenup pokemongo123 praisethelord purplerain12 pussycatdolls queenofhearts quickbrownfox redhotchilipeppers
  rememberme12 rememberthis returnoftheking rockandroll1 rockyourworld romeoandjuliet rosesarered1 runescape123
  sanfrancisco scoobydoo123 secretagent1 secretpassword secretsecret sexonthebeach shawshank123 sherlockholmes
  shinebright1 showmethemoney skywalker123 slipknot1234 smokeonthewater snowwhite123 somewhereovertherainbow
  sonofabitch1 sonsofanarchy spiderman123 spongebob123 stairwaytoheaven starwars1234 starwars12345 staywithme12
  steelers1234 stillloveyou strangerthings strawberry12 strawberryfields summeroflove summertime12 supermario12
  supernatural1 sweetchildomine sweetdreams1 sweethomealabama temporary123 temppassword1 thankyou1234 thankyoujesus
  thebestofme1 thebigbangtheory thedarkknight thegodfather1 thegreatescape thelastofus1 thelionking1 thelittlemermaid
  themandalorian thematrix123 thequickbrownfox therollingstones thesimpsons1 thewalkingdead thisisapassword
  thisismypassword thisisnotapassword thisissparta tobeornottobe tonightmylove topsecret123 toyotacorolla
  transformers1 trustnooneever trustno11234 tryandguessit twinkletwinkle undertaker12 universal123 unbelievable
  valentino123 victoriasecret wakemeupinside wearethechampions wearethepeople welcomehome1 welcomeback1
  welcometothejungle wethepeople1 whatisthematrix whatpassword whatsmyname1 whatsupdoc12 whatthefuck1 whateverworks
  whereisthelove whitechristmas wholelottalove whosyourdaddy winteriscoming wishyouwerehere wonderwoman1
  workhardplayhard worldofwarcraft worldpeace12 yellowsubmarine yesterday123 yippeekiyay1 youarebeautiful
  youaremysunshine youareperfect yougotmail123 youknownothing youngandfree youshallnotpass yourpassword1 youtube12345
  `
    .trim()
    .split(/\s+/),
)

/**
 * Words that most weak passwords are built around. The rest of a password has to be strong without
 * them.
 */
export const commonWords: readonly string[] = `
  password passwort passw0rd passwd pass letmein welcome admin administrator root login user guest test demo temp
  changeme default secret master access system server computer internet qwerty azerty qwertz asdf zxcvb iloveyou love
  baby angel princess sunshine flower butterfly monkey dragon tiger eagle falcon football baseball basketball soccer
  hockey superman batman spiderman pokemon starwars jordan michael jennifer jessica ashley daniel charlie thomas
  robert george hunter ranger shadow killer summer winter spring autumn january february march april june july august
  september october november december monday tuesday wednesday thursday friday saturday sunday hello freedom whatever
  trustno1 cheese cookie chocolate orange purple yellow silver golden diamond mustang corvette ferrari harley google
  facebook amazon microsoft windows samsung america american yankees cowboys lakers contractor contractors contracting
  builder builders building construction homes remodel remodeling roofing plumbing plumber electric carpenter
  hammer office company business customer client manager plumbline
  `
  .trim()
  .split(/\s+/)
  .toSorted((a, b) => b.length - a.length)
