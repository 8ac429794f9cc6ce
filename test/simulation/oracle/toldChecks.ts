import type { Outcome } from '../app/appTypes';
import type { Form, Press } from '../world/forms';
import { type Facts, markIn } from './facts';
import type { Must } from './violation';

/** At the moment in which a person is told what became of a press. */
export function checkTold(facts: Facts, must: Must, form: Form, press: Press, outcome: Outcome): void {
  const name = facts.nameOf(form);
  if (outcome.told === 'queued') {
    const isKept = facts.isOnDiskAs(form, press) || facts.hasYesTo(form, press);
    must(isKept, 'savedIsOnDisk', () => `${name} was said to be saved and is not on disk`);
  }
  if (outcome.told === 'done') checkDone(facts, must, form, press, outcome);
  if (outcome.told === 'storage') checkNotSaved(facts, must, form, press);
}

function checkDone(facts: Facts, must: Must, form: Form, press: Press, outcome: Outcome): void {
  const name = facts.nameOf(form);
  const { ledger } = facts.world.server;
  if (form.call === 'createDelivery') {
    must(facts.hasEffectAs(form, press), 'done', () => `${name} was said to be recorded, and is not there`);
    return;
  }
  if (form.call === 'startVisit') {
    const isKnown = facts.world.visits.some(({ id }) => id === outcome.id);
    const isThere = ledger.effects.some(({ id }) => id === outcome.id);
    must(isKnown || isThere, 'done', () => `${name} was said to be started, and there is no such visit`);
    return;
  }
  const standing = ledger.contentOf(form.content.id) ?? '';
  const tookEffect = facts.effectsOf(form).length > 0;
  const stands = press.mark === markIn(standing);
  must(stands || tookEffect, 'done', () => `${name} was said to be recorded, and ${standing} stands`);
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

/** "Not saved" is for a disk that takes nothing while the server can't be reached, or while something earlier waits. */
function checkNotSaved(facts: Facts, must: Must, form: Form, press: Press): void {
  const device = facts.deviceOf(form);
  const { readsFail, opensHang } = device.disk.conditions;
  const hasEarlier = facts.world.forms.some((other) => other !== form && facts.isOnDisk(other));
  const { isSound, latencyMs, sent } = device.network;
  const hadResponse = !sent.some(
    ({ key, at, fault }) => key === form.content.writeId && at >= press.at && fault !== null && !RESPONDS.has(fault),
  );
  const isOnline = isSound && latencyMs === 0 && hadResponse;
  const mayFail = readsFail || opensHang || hasEarlier || !isOnline;
  must(mayFail, 'failsSoftly', () => `${facts.nameOf(form)} was not saved, though the server could be reached`);
  const isDiskSound = device.disk.isSound && (facts.world.diskSoundSince.get(device.name) ?? 0) < press.at;
  must(!isDiskSound, 'failsSoftly', () => `${facts.nameOf(form)} was not saved, though the disk has room`);
}
