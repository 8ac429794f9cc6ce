import { DISK_MODES } from '../rig/deviceSteps';
import { OUTBOX_PHRASES } from '../script/outboxPhrases';
import type { Phrase } from '../script/phrases';
import type { StepFactors } from '../script/steps';
import type { Mutant } from './mutant';

/** What a tester does to a part of the source: which steps come more often, and which sequences. */
interface Theme {
  name: string;
  /** Fits the file or the name of a bug. */
  of: RegExp;
  factors: StepFactors;
  phrases: readonly Phrase[];
}

/** Any of what there is; most often the newest. */
const ANY = '{0|1|2|-1|-1|-1}';
/** Location and box. */
const HERE = '{0|1|2} {0|1}';
/** A while that is as long as something takes: a disk, a network, a person, a screen. */
const SOON = '{1|3|10|60}';
const LATER = '{60|300|1100|5000}';
/** The server may have got it, and the device can't know. */
const LOST_RESPONSE = '{lossAfter|hangAfter|cutBody|error500After|late}';
const ERROR_RESPONSE = '{error500Before|error500After|busy503|busy429|status408}';
const CHANGE = '{edit|update|edit|submit}';
const DISK_FAULT = `{${DISK_MODES.filter((mode) => mode !== 'sound').join('|')}}`;

const THEMES: readonly Theme[] = [
  {
    name: 'drafts',
    of: /draft|recordedOtherwise|id of its own|press/i,
    factors: { type: 4, restore: 3, restoreChanged: 4, deliverTwice: 3 },
    phrases: [
      `type $.0 ${HERE}; wait 1100; kill $.0; open $.0; wait 1100; restore $.0 0; wait 300`,
      `failNext $ ${ERROR_RESPONSE} 1; deliverAlone $.0 ${HERE}; wait 300; kill $.0; open $.0; wait 1100; {restore|restoreChanged} $.0 0; wait 1100`,
      `offline $; deliverAlone $.0 ${HERE}; wait {9|12|60|1100}; kill $.0; open $.0; wait 1100; restore $.0 0; online $; wait 1100`,
      `deliverAlone $.0 ${HERE}; wait 300; openEdit $.0 -1; wait 1100; kill $.1; open $.1; wait 1100; adminEdit -1; latency $ 500; save $.0; wait {60|300}; restore $.1 -1; wait 5000; latency $ 0`,
      `type $.0 ${HERE}; wait 300; signOut $.0; wait 1100; signIn $.0 {0|1}; wait 1100; restore $.0 0; wait 300`,
      `deliverTwice $.0 ${HERE}; wait 300`,
      `offline $; deliverTwice $.0 ${HERE}; wait 1100; kill $.0; open $.0; wait 1100; online $; wait 1100`,
      `failNext $ ${LOST_RESPONSE} 1; deliverAlone $.0 ${HERE}; wait ${LATER}; pressAgain $.0; wait 300; restoreChanged $.0 0; wait 1100`,
    ],
  },
  {
    name: 'session',
    of: /session|\bsign|deactivat|owner|everybody|\buser|next person|confirmed|portal|401/i,
    factors: { signOut: 4, signIn: 5, deactivate: 4, reactivate: 4 },
    phrases: [
      `offline $; deliverAlone $.0 ${HERE}; wait 300; online $; signOut $.0; wait 1100; signIn $.0 {0|1}; wait 5000; sync $.0; wait 5000`,
      `offline $; deliverAlone $.0 ${HERE}; wait 300; signOut $.0; wait 300; online $; wait 300; signIn $.0 {0|1}; wait 5000; sync $.0; wait 5000`,
      `failNext $ {busy503|lossBefore} 1; deliverAlone $.0 ${HERE}; wait 1100; signOut $.0; wait 1100; signIn $.0 {0|1}; wait 5000; sync $.0; wait 5000`,
      `latency $ {500|3000}; deliverAlone $.0 ${HERE}; wait 60; {deactivate $|signOut $.1|signOut $.0}; wait 5000; latency $ 0; reactivate $; signIn $.0 $; wait 5000`,
      `offline $; deliverAlone $.0 ${HERE}; wait 300; deactivate $; online $; wait 5000; reactivate $; signIn $.0 $; wait 5000`,
      `network $ {portal403|portal200|html502|lossBefore|error500Before}; {kill $.0|focus $.0}; open $.0; wait 5000; deliverAlone $.0 ${HERE}; wait 300; network $ fine; wait 5000`,
      `offline $; kill $.0; kill $.1; open $.0; wait 1100; deliverAlone $.0 ${HERE}; wait 300; online $; wait 5000`,
      `open $.1; wait 1100; offline $; deliverAlone $.0 ${HERE}; deliverAlone $.0 ${HERE}; wait 300; latency $ {500|3000}; online $; wait {60|1100}; signOut $.1; wait 5000; latency $ 0; signIn $.0 {0|1}; wait 5000`,
      `deactivate $; deliverAlone $.0 ${HERE}; wait 1100; kill $.0; open $.0; wait 5000; reactivate $; signIn $.0 $; wait 1100`,
    ],
  },
  {
    name: 'disk',
    of: /storage\/|disk|saveEntry|reads? the queue|unjournaled|the other tabs|queueSlice/i,
    factors: { disk: 5, cutConnections: 5, newerBuild: 4, locks: 4, killAfter: 2 },
    phrases: [
      `disk $ ${DISK_FAULT}; wait ${SOON}; deliverAlone $.0 ${HERE}; wait ${LATER}; {online $|offline $|kill $.0}; disk $ sound; open $.0; wait 1100`,
      `offline $; disk $ {fullAtPut|fullAtCommit|noRoomAtPut|commitsFail}; deliverAlone $.0 ${HERE}; wait 1100; disk $ sound; online $; wait 1100`,
      `start $.0 {0|1|2}; wait 300; update $.0 -1; wait 300; submit $.0 -1; wait 300; update $.0 -1; wait 300; disk $ {fullAtPut|fullAtCommit}; offline $; deliverAlone $.0 ${HERE}; wait 1100; disk $ sound; online $; wait 1100`,
      `start $.0 {0|1|2}; wait 300; updateLong $.0 -1; wait 300; submit $.0 -1; wait 300; update $.0 -1; wait 300; start $.0 {0|1|2}; wait 300; update $.0 -1; wait 300; disk $ littleRoom; offline $; updateLong $.0 -1; {submit|update} $.0 -1; wait 1100; disk $ sound; online $; wait 5000`,
      `offline $; deliverAlone $.0 ${HERE}; wait {1|2|3|4|5}; cutConnections $ {told|untold}; wait 1100; online $; wait 1100`,
      `cutConnections $ {told|untold}; deliverAlone $.0 ${HERE}; wait ${SOON}; cutConnections $ {told|untold}; wait ${SOON}; cutConnections $ untold; wait 1100`,
      `newerBuild $; wait ${LATER}; deliverAlone $.0 ${HERE}; wait 300`,
      `open $.1; wait 1100; locks $ slow; offline $; deliverAlone $.0 ${HERE}; wait ${SOON}; deliverAlone $.1 ${HERE}; wait ${SOON}; deliverAlone $.0 ${HERE}; wait ${SOON}; deliverAlone $.1 ${HERE}; wait 1100; wait 1100; locks $ quick; online $`,
      `offline $; killAfter $.0 {1|2|3|4|5|6}; deliverAlone $.0 ${HERE}; wait 300; open $.0; wait 1100; wait 300`,
    ],
  },
  {
    name: 'prices',
    of: /price|itemsCache|new lines/i,
    factors: { adminPrice: 6, readItems: 6, clock: 3 },
    phrases: [
      `adminPrice; wait 1100; readItems $.0; wait 300; deliverAlone $.0 ${HERE}; wait 300`,
      `offline $; deliverAlone $.0 ${HERE}; wait 300; adminPrice; wait 5000; online $; wait 5000`,
      `deliverAlone $.0 ${HERE}; wait 300; adminPrice; wait 1100; readItems $.0; wait 300; edit $.0 ${ANY}; wait 1100`,
      `kill $.0; kill $.1; adminPrice; offline $; open $.0; wait 1100; deliverAlone $.0 ${HERE}; wait 300; adminPrice; online $; wait 5000`,
      `type $.0 ${HERE}; adminPrice; wait 1100; save $.0; wait 300`,
    ],
  },
  {
    name: 'conflicts',
    of: /version|ifMatch|overwrit|\bchange\b|edit|new lines/i,
    factors: { adminEdit: 4, adminNote: 3, edit: 2, update: 2, editSame: 2, openEdit: 3, save: 2 },
    phrases: [
      `deliverAlone $.0 ${HERE}; wait 300; openEdit $.0 -1; wait 300; adminEdit -1; wait 60; {offline $|wait 1}; save $.0; wait 300; online $; wait 5000`,
      `deliverAlone $.0 ${HERE}; wait 300; edit $.0 -1; wait 300; offline $; edit $.0 -1; wait 300; adminEdit -1; online $; wait 5000`,
      `start $.0 {0|1|2}; wait 300; update $.0 -1; wait 300; offline $; {update|submit} $.0 -1; wait 300; adminNote -1; online $; wait 5000`,
      `deliverAlone $.0 ${HERE}; wait 300; offline $; edit $.0 -1; wait 300; edit $.0 -1; wait 300; online $; wait 5000; wait 5000`,
      `start $.0 {0|1|2}; wait 300; offline $; update $.0 ${ANY}; wait 300; {update|submit} $.0 ${ANY}; wait 300; {adminNote|adminSubmit} ${ANY}; online $; wait 5000`,
      `edit $.0 ${ANY}; wait 300; {adminEdit|adminNote} ${ANY}; {edit|update} $.0 ${ANY}; wait 300; editSame $.0 ${ANY}; wait 300`,
    ],
  },
  {
    name: 'busy server',
    of: /busy|503|backoff|retry|timer|\bdue\b|reason|408|classify|connectivity|three tries/i,
    factors: { network: 3, failNext: 2, sync: 2, focus: 3 },
    phrases: [
      `offline $; deliverAlone $.0 ${HERE}; deliverAlone $.0 ${HERE}; deliverAlone $.0 ${HERE}; deliverAlone $.0 ${HERE}; wait 300; network $ {busyWrites|busy503|busy429}; online $; wait 1100; {focus $.0|offline $}; wait 1100; online $; wait 5000; wait 5000; network $ fine`,
      `offline $; deliverAlone $.0 ${HERE}; deliverAlone $.0 ${HERE}; deliverAlone $.0 ${HERE}; wait 300; network $ {busyWrites|busy503}; online $${'; wait 1100; {offline $|focus $.0|wait 1}; wait 1100; online $; focus $.0'.repeat(5)}; network $ fine; wait 5000`,
      `failNext $ lossBefore 3; deliverAlone $.0 ${HERE}; deliverAlone $.0 ${HERE}; deliverAlone $.0 ${HERE}; wait 60; failNext $ {busy503|busy429} 1; deliverAlone $.0 ${HERE}; wait 1100; network $ fine; focus $.0; wait 5000; wait 5000`,
      `offline $; deliverAlone $.0 ${HERE}; wait 300; failNext $ {lossBefore|hangBefore|error500Before|status408|html502|cutBody} {1|2}; online $; wait 5000; {focus $.0|offline $}; online $; wait 5000; wait 180000`,
      `failNext $ {lossBefore|lossAfter} 1; deliverAlone $.0 ${HERE}; wait 300; network $ {error500Before|status408|lossBefore}; wait 30000; wait 30000; network $ fine; wait 1500000`,
      `offline $; deliverAlone $.0 ${HERE}; wait 300; network $ busyWrites; online $; wait 1100; open $.1; wait 5000; kill $.0; open $.0; wait 5000; network $ fine; wait 30000`,
    ],
  },
  {
    name: 'discarding',
    of: /discard|cancel|arrived|cut off|recorded|outbox/i,
    factors: { discard: 8, failNext: 2 },
    phrases: [
      `failNext $ ${LOST_RESPONSE} 1; deliverAlone $.0 ${HERE}; wait {300|5000}; {wait 1|offline $}; discard $.0 ${ANY}; wait 1100; online $; wait 5000`,
      `offline $; deliverAlone $.0 ${HERE}; wait 60; deliverAlone $.0 ${HERE}; wait 60; failNext $ ${LOST_RESPONSE} 2; online $; wait {60|1100}; kill $.0; open $.0; killAfter $.0 {2|3|4|5|6|7|8|9|10|11|12}; wait 5000; offline $; open $.0; wait 1100; discard $.0 ${ANY}; wait 300; discard $.0 ${ANY}; online $; wait 1100`,
      `offline $; deliverAlone $.0 ${HERE}; wait 60; deliverAlone $.0 ${HERE}; wait 60; deliverAlone $.0 ${HERE}; wait 60; failNext $ {error500Before|busy503} 1; failNext $ hangAfter 1; online $; wait {300|1100}; kill $.0; failNext $ lossBefore 2; open $.0; wait 5000; offline $; wait 300; discard $.0 1; wait 300; discard $.0 {0|1}; wait 300; online $; wait 5000`,
      `offline $; deliverAlone $.0 ${HERE}; wait 300; discard $.0 ${ANY}; wait 300; online $; wait 1100`,
      `latency $ {500|3000}; failNext $ lossAfter 1; deliverAlone $.0 ${HERE}; wait 5000; discard $.0 ${ANY}; wait ${LATER}; latency $ 0; wait 5000`,
    ],
  },
  {
    name: 'outbox',
    of: /refused|outbox|corrected|discarded change/i,
    factors: { sendMine: 3, changeToMine: 3, leaveIt: 3, retry: 3 },
    phrases: OUTBOX_PHRASES,
  },
  {
    name: 'visits',
    of: /local|id map|mention|visit|dependen|submit|overtake/i,
    factors: { start: 2, submit: 2, deliver: 2 },
    phrases: [
      `offline $; start $.0 {0|1|2}; wait 60; deliver $.0 ${ANY} {0|1}; wait 60; ${CHANGE} $.0 ${ANY}; wait 60; killAfter $.0 {2|4|6|8|10|12|14|16}; online $; wait 5000; open $.0; wait 5000`,
      `offline $; start $.0 {0|1|2}; wait 60; online $; wait 5000; focus $.0; kill $.0; open $.0; wait 1100; deliver $.0 ${ANY} {0|1}; wait 5000`,
      `offline $; start $.0 {0|1|2}; wait 60; failNext $ {error500Before|lossBefore|status408} 1; deliver $.0 ${ANY} {0|1}; wait 60; online $; wait 5000; wait 30000`,
      `start $.0 0; wait 300; offline $; submit $.0 ${ANY}; wait 60; start $.0 0; wait 60; deliver $.0 ${ANY} 0; failNext $ {error500Before|lossBefore|html502|hangBefore} 1; online $; wait 5000; wait 30000`,
      `start $.0 {0|1|2}; wait 300; offline $; deliver $.0 ${ANY} 0; deliver $.0 ${ANY} 1; wait 60; submit $.0 ${ANY}; wait 60; failNext $ {error500Before|lossBefore} 1; online $; wait 5000; wait 30000`,
      `latency $ {500|3000}; start $.0 {0|1|2}; deliver $.0 ${ANY} 0; wait 60; {deliver $.0 ${ANY} 1|submit $.0 ${ANY}}; wait 5000; latency $ 0; wait 5000`,
    ],
  },
  {
    name: 'tabs',
    of: /\btabs?\b|lock|broadcast|\border|second|first try|firstTry|pipeline|at once/i,
    factors: { open: 2, freeze: 3, thaw: 3, killAfter: 2, locks: 4 },
    phrases: [
      `open $.1; wait 1100; failNext $ {hangBefore|hangAfter|lossAfter} 1; edit $.0 ${ANY}; wait ${LATER}; edit $.1 ${ANY}; wait 5000; wait 30000`,
      `open $.1; wait 1100; offline $; deliverAlone $.0 ${HERE}; deliverAlone $.1 ${HERE}; wait 60; online $; latency $ {0|500|3000}; wait ${LATER}; sync $.1; sync $.0; wait 5000; latency $ 0`,
      `open $.1; wait 1100; offline $; deliverAlone $.0 ${HERE}; deliverAlone $.1 ${HERE}; wait 60; latency $ 3000; online $; wait {1|60|1100}; freeze $.0; wait 30000; wait 30000; deliverAlone $.1 ${HERE}; wait 30000; thaw $.0; latency $ 0; wait 5000`,
      `open $.1; wait 1100; offline $; deliverAlone $.1 ${HERE}; deliverAlone $.1 ${HERE}; deliverAlone $.1 ${HERE}; wait 60; latency $ 3000; sync $.0; online $; wait {1100|5000}; freeze $.0; wait 1500000; thaw $.0; latency $ 0; wait 5000`,
      `latency $ {500|3000|8000}; start $.0 {0|1|2}; wait ${SOON}; start $.{0|1} {0|1|2}; wait 5000; latency $ 0`,
      `failNext $ {hangBefore|hangAfter} 1; deliverAlone $.0 ${HERE}; wait ${LATER}; kill $.0; open $.1; wait 1100; wait 5000`,
      `latency $ {1|500|3000}; ${CHANGE} $.0 ${ANY}; ${CHANGE} $.0 ${ANY}; wait ${SOON}; ${CHANGE} $.1 ${ANY}; wait 5000; latency $ 0`,
    ],
  },
  {
    name: 'responses',
    of: /idempoten|\bkey|repeat|response|success|transport|counts|refus|\bYes\b|15 s|tryEntry|server\//i,
    factors: { failNext: 3, pressAgain: 3, restore: 2, restoreChanged: 3 },
    phrases: [
      `failNext $ ${LOST_RESPONSE} 1; deliverAlone $.0 ${HERE}; wait ${LATER}; pressAgain $.0; wait 5000`,
      `failNext $ error500After 1; {deliverAlone $.0 ${HERE}|edit $.0 ${ANY}}; wait 300; kill $.0; open $.0; wait 1100; {restore|restoreChanged} $.0 0; wait 1100`,
      `failNext $ {portal200|portal302|portal403|html502|cutBody} 1; {deliverAlone $.0 ${HERE}|edit $.0 ${ANY}|start $.0 {0|1|2}}; wait 5000; wait 5000`,
      `offline $; deliverAlone $.0 ${HERE}; wait 60; failNext $ {portal200|portal403|html502|cutBody|duplicate|error500After|status408} {1|2}; online $; wait 5000; wait 30000`,
      `latency $ {8000|12000}; deliverAlone $.0 ${HERE}; wait 30000; wait 180000; latency $ 0; wait 5000`,
      `offline $; submit $.0 ${ANY}; wait 60; adminSubmit ${ANY}; online $; wait 5000; discard $.0 0; wait 300`,
    ],
  },
];

const themesOf = ({ file, bug }: Mutant): Theme[] => THEMES.filter(({ of }) => of.test(`${file} ${bug}`));

/** The name of the theme that a bug is counted under. */
export const themeOf = (mutant: Mutant): string => themesOf(mutant)[0]?.name ?? 'any';

/** What favours the part of the source that a bug is in: of every theme that fits, or of all when none does. */
export function focusOf(mutant: Mutant): { factors: StepFactors; phrases: Phrase[] } {
  const fitting = themesOf(mutant);
  const themes = fitting.length > 0 ? fitting : THEMES;
  const factors: StepFactors = Object.assign({}, ...themes.map((theme) => theme.factors));
  return { factors, phrases: themes.flatMap(({ phrases }) => phrases) };
}
