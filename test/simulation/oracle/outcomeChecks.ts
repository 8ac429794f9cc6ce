import { isLocalId, localIdOf } from '../../../src/domain/ids';
import type { Outcome } from '../app/appTypes';
import type { Sent } from '../browser/network';
import { type Command, isDone } from '../rig/commands';
import { type CommandName, type Form, idsOf, type Press } from '../rig/forms';
import { type Facts, markIn } from './facts';
import type { AssertInvariant } from './violation';

/** Checks the outcome of a press when the app shows it. */
export function checkOutcome(
  facts: Facts,
  assertInvariant: AssertInvariant,
  form: Form,
  press: Press,
  outcome: Outcome,
): void {
  const name = facts.nameOf(form);
  if (outcome.shown === 'queued') {
    const isStored = facts.isOnDiskAs(form, press) || facts.isAcceptedAs(form, press);
    assertInvariant(isStored, 'savedIsOnDisk', () => `${name} was said to be saved and is not on disk`);
    assertInvariant(
      !hadResponseInTime(facts, form, press),
      'savedLocally',
      () => `${name} was saved, and the server had responded`,
    );
  }
  if (outcome.shown === 'done') checkDone(facts, assertInvariant, form, press, outcome);
  if (outcome.shown === 'storage') checkNotSaved(facts, assertInvariant, form, press);
  const isUnsaved =
    outcome.shown === 'network' || (endsSession(facts, form, press, outcome) && isDiskSound(facts, form, press));
  const isSomewhere = facts.isOnDisk(form) || facts.isAccepted(form);
  assertInvariant(!isUnsaved || isSomewhere, 'savedLocally', () => `${name} has had no response, and is not on disk`);
}

/**
 * Commands that change the entries on the disk whenever they are carried out. Try again does so for a cancelled one.
 */
const CHANGES_DISK: ReadonlySet<CommandName> = new Set([
  'edit',
  'sendMine',
  'changeToMine',
  'move',
  'keepTheirs',
  'discard',
]);

/** Checks the result of a command of the outbox when the app shows it. */
export function checkCommandOutcome(
  { simulation }: Facts,
  assertInvariant: AssertInvariant,
  command: Command,
  result: string,
): void {
  const { name, device, isCarriedOut, isOpen, entryId } = command;
  const isSound = (simulation.diskSoundSince.get(device.name) ?? 0) < command.at;
  const isAsReported = isDone(result) === isCarriedOut;
  assertInvariant(
    isAsReported || isOpen || !CHANGES_DISK.has(name) || (!isDone(result) && !isSound),
    'commandReported',
    () => `${name} of ${entryId} said ${result}, and was ${isCarriedOut ? '' : 'not '}carried out`,
  );
}

function checkDone(facts: Facts, assertInvariant: AssertInvariant, form: Form, press: Press, outcome: Outcome): void {
  const name = facts.nameOf(form);
  const { ledger } = facts.simulation.server;
  if (form.call === 'createDelivery') {
    assertInvariant(facts.hasEffectAs(form, press), 'done', () => `${name} was said to be recorded, and is not there`);
    return;
  }
  if (form.call === 'startVisit') {
    const isKnown = facts.makersOf(outcome.id ?? '').length > 0;
    const isThere = ledger.effects.some(({ id }) => id === outcome.id);
    assertInvariant(isKnown || isThere, 'done', () => `${name} was said to be started, and there is no such visit`);
    return;
  }
  const standing = ledger.contentOf(form.content.id) ?? '';
  // What was the same already changed nothing.
  const tookEffect = facts.effectsOf(form).length > 0 || (facts.hasDouble(form) && facts.isAcceptedAs(form, press));
  const stands = press.mark === markIn(standing);
  assertInvariant(stands || tookEffect, 'done', () => `${name} was said to be recorded, and ${standing} stands`);
}

/** Faults in which the API, or a server like it, responds all the same. */
const RESPONDS: ReadonlySet<string> = new Set([
  'duplicate',
  'error500Before',
  'error500After',
  'busy503',
  'busy429',
  'status408',
]);

/**
 * A disk that takes writes: a connection to it that was cut once is opened again. For a tab that was suspended since
 * the press, the time limit of a request may have passed meanwhile.
 */
function isDiskSound({ simulation }: Facts, form: Form, press: Press): boolean {
  const cuts = simulation.cuts.filter(({ at, device }) => device === form.device && at >= press.at);
  const isSound = (simulation.diskModeSoundSince.get(form.device) ?? 0) < press.at;
  return isSound && cuts.length <= 1 && !press.tab.stoodStillSince(press.at);
}

function requestsOf({ simulation }: Facts, form: Form): Sent[] {
  const ids = idsOf(form);
  return simulation.devices.flatMap(({ network }) => network.sent.filter(({ key }) => key && ids.includes(key)));
}

/**
 * The server said to this press that its person is not signed in, or may not be: the change waits for them. Where the
 * device knew that before, it sends no request, and the form still holds the change.
 */
function endsSession(facts: Facts, form: Form, press: Press, { status }: Outcome): boolean {
  const isEnd = status === 401 || (status === 403 && facts.simulation.inactive.has(form.rep));
  const isSaid = requestsOf(facts, form).some(
    (sent) => sent.tab === press.tab && sent.at >= press.at && sent.status === status,
  );
  // A start holds nothing to be lost: where a visit is open already, that one goes on.
  return isEnd && isSaid && form.call !== 'startVisit';
}

/** Responses to an online write that are shown as online, although their outcome is unknown (invariant 26). */
const SHOWN_AS_THEY_ARE: ReadonlySet<string> = new Set([
  'error500Before',
  'error500After',
  'busy503',
  'busy429',
  'status408',
]);

/** A person waits 4 s for a response. */
const PATIENCE_MS = 4_000;

/** The only press of the form had a response of the API in time: the form keeps content and id, nothing is queued. */
function hadResponseInTime(facts: Facts, form: Form, press: Press): boolean {
  const { now } = facts.simulation.kernel;
  const [sent, another] = requestsOf(facts, form);
  if (!sent || another || form.presses.length > 1 || now - press.at >= PATIENCE_MS || sent.tab !== press.tab)
    return false;
  return sent.isReceived && (sent.fault === null || SHOWN_AS_THEY_ARE.has(sent.fault));
}

/** An earlier change of the same device that is about the same location, or whose outcome no tab has shown yet. */
const mayConcern = (earlier: Form, form: Form): boolean =>
  earlier !== form &&
  earlier.device === form.device &&
  (earlier.locationId === form.locationId || earlier.presses.every(({ outcome }) => outcome?.shown !== 'queued'));

/** It was on its way unsaved when another was pressed, and got no response. */
const wasUnsavedAt = ({ presses }: Form, at: number): boolean =>
  presses.some(
    (press) => press.at <= at && (press.shownAt ?? at) >= at && press.outcome?.shown === 'storage' && !press.command,
  );

/** It changes, or belongs to, something of this device that a person has discarded before its server id was known. */
function hasNothingToChange(facts: Facts, { content }: Form): boolean {
  const isGone = (maker: Form) => !facts.isOnDisk(maker) && (maker.discarded !== null || !facts.isAccepted(maker));
  return [content.id, content.visitId ?? ''].filter(isLocalId).some((local) => {
    const makers = facts.simulation.forms.filter((form) => idsOf(form).some((id) => localIdOf(id) === local));
    return makers.length > 0 && makers.every(isGone);
  });
}

/** "Not saved" is for a disk that takes nothing while the server can't be reached, or while something earlier waits. */
function checkNotSaved(facts: Facts, assertInvariant: AssertInvariant, form: Form, press: Press): void {
  const device = facts.deviceOf(form);
  const hasEarlier = facts.simulation.forms.some(
    (other) => (facts.isOnDisk(other) || wasUnsavedAt(other, press.at)) && mayConcern(other, form),
  );
  const { isSound, latencyMs, sent } = device.network;
  const hadNoResponse = ({ fault, isReceived }: Sent) => !isReceived || (fault !== null && !RESPONDS.has(fault));
  const hadResponse = !sent.some(
    (one) => one.key === form.content.writeId && (one.endedAt ?? press.at) >= press.at && hadNoResponse(one),
  );
  const isOnline = isSound && latencyMs === 0 && hadResponse;
  // Behind two late commits, or behind slow reads of another tab, the queue cannot be read in time, so what waits in it
  // is not known.
  const isUnread = device.disk.wasUnreadableSince(press.at);
  const mayFail = isUnread || hasEarlier || !isOnline || hasNothingToChange(facts, form);
  assertInvariant(
    mayFail,
    'failsSoftly',
    () => `${facts.nameOf(form)} was not saved, though the server could be reached`,
  );
  assertInvariant(
    !isDiskSound(facts, form, press),
    'failsSoftly',
    () => `${facts.nameOf(form)} was not saved, though the disk has room`,
  );
  const { capacity } = device.disk.conditions;
  const isFull =
    capacity !== null && press.disk === device.disk.conditions && form.presses.every(({ tab }) => tab === press.tab);
  const left = press.spareReads.filter((read) => press.spareReadsLeft?.includes(read));
  assertInvariant(
    !isFull || left.length === 0,
    'roomMade',
    () => `${facts.nameOf(form)} was not saved for cached reads: ${left.join(', ')}`,
  );
}
