import type { Phrase } from './phrases';

/*
 * What leads to refused changes, and what people then do in the outbox. Single steps seldom lead there: a refusal needs
 * a change that waits, and somebody else who changes the same record meanwhile.
 */

const HERE = '{0|1|2} {0|1}';
const SOON = 'wait {1|3|10|60|300}';
/** The server may have got it, and the device can't know. */
const LOST = '{lossAfter|hangAfter|error500After|late}';

/** Changes that the server refuses, each for another reason. */
const REFUSALS: readonly Phrase[] = [
  `deliverAlone $.0 ${HERE}; wait 300; failNext $ {lossBefore|lossAfter} {1|2}; edit $.0 -1; wait 60; {edit $.{0|1} -1; wait 60|wait 1}; adminEdit -1; wait 5000`,
  `start $.0 {0|1|2}; wait 300; deliver $.0 -1 0; wait 300; openVisit $.0 -1; wait 300; offline $; edit $.0 -1; wait 60; {edit $.{0|1} -1|submit $.0 -1|wait 1}; adminEdit -1; online $; wait 5000`,
  `start $.0 {0|1|2}; wait 300; offline $; {update|submit|updateLong} $.0 -1; wait 60; {update $.0 -1; wait 60|start $.0 {0|1|2}|wait 1}; {adminNote|adminSubmit} -1; online $; wait 5000`,
  `start $.0 {0|1|2}; wait 300; submit $.0 -1; wait 300; offline $; update $.0 -1; wait 60; {update $.0 -1; wait 60|wait 1}; adminNote -1; online $; wait 5000`,
  `start $.0 0; wait 300; offline $; submit $.0 -1; wait 60; start $.0 0; wait 60; deliver $.0 -1 {0|1}; {submit $.0 -1|wait 1}; adminNote -1; online $; wait 5000`,
  `start $.0 {0|1|2}; wait 300; offline $; deliverAlone $.0 ${HERE}; wait 60; submit $.0 -1; wait 60; adminNote -1; online $; wait 5000; {offline $|wait 1}; deliver $.0 -1 {0|1}; wait 60`,
  `start $.0 {0|1|2}; wait 300; offline $; deliver $.0 -1 0; {deliver $.0 -1 1|edit $.0 -1|wait 1}; {submit|update} $.0 -1; wait 60; adminSubmit -1; online $; wait 5000; openVisit $.0 -1; wait 300`,
  `start $.0 {0|1|2}; wait 300; offline $; deliver $.0 -1 0; deliver $.0 -1 1; submit $.0 -1; wait 60; {update $.0 -1; wait 60|wait 1}; discard $.0 1; wait 60; online $; wait 5000`,
  `failNext $ error500After 1; {deliverAlone $.0 ${HERE}|deliver $.0 -1 {0|1}}; wait 300; kill $.0; open $.0; wait 1100; offline $; restoreChanged $.0 0; wait 300; {edit $.0 -1; wait 60|wait 1}; online $; {wait 5000|wait 1}`,
  `failNext $ ${LOST} {1|2}; {start $.0 {0|1|2}|deliverAlone $.0 ${HERE}}; wait 5000; {adminNote|adminEdit|adminSubmit} -1; {edit|update} $.0 -1; wait 60; {edit|update|submit} $.0 -1; wait 60; discard $.{0|1} {0|1|2}; wait {1|5000}`,
];

/** What may stand in the way of a command. */
const TROUBLE = `{wait 1|wait 1|wait 1|open $.1; wait 1100|failNext $ ${LOST} {1|2}|latency $ {500|3000}|offline $|killAfter $.0 {2|4|6|8}|disk $ {fullAtPut|commitsFail|lateCommits}|cutConnections $ {told|untold}}`;
const COMMAND = `{editRefused|editRefused|sendMine|sendMine|move|move|changeToMine|leaveIt|keepTheirs|retry|discard|discardChain} $.{0|0|1} {0|0|1|2}`;
/** What may come between two commands. */
const MEANWHILE = `{wait 1|wait 1|sync $.{0|1}|adminEdit -1|adminNote -1|edit $.0 -1|update $.0 -1|submit $.0 -1|deliver $.0 -1 {0|1}|freeze $.0|kill $.0; open $.0; wait 1100}`;
const CALM = 'latency $ 0; disk $ sound; thaw $.0; open $.0; online $; wait 5000';

/** A refusal, commands with and without trouble, and a calm end. */
export const OUTBOX_PHRASES: readonly Phrase[] = REFUSALS.map(
  (refusal) =>
    `${refusal}; ${TROUBLE}; ${COMMAND}; ${SOON}; ${MEANWHILE}; ${SOON}; {${COMMAND}|wait 1}; wait {60|5000}; ${CALM}; ${COMMAND}; wait {60|5000}`,
);
